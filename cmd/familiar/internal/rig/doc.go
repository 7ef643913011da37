// Package rig is a whole table for tests: a daemon with everything that people touch.
//
// A Rig is the daemon as it is shipped, from the drivers of its chips to the sockets of its phones. Three things are replaced:
//
//   - The chips. Readers, buttons, knobs, panel, lamps and buzzer of a config are emulated behind the interfaces of their buses, and the
//     drivers do not know. A test lays tags on readers (Lay, Put, Lift), presses and turns (Press, Choose), and looks at what the panel
//     shows (PanelPicture).
//   - The network. Phones (Phone) speak the protocol of the page over pipes. Each keeps the newest snapshot, and checks every byte that it
//     is sent: no tag's UID, and no snapshot that is too large.
//   - Time. A test runs in a bubble of testing/synctest: Pass lets time pass, and returns once everything that it has woken is done. Six
//     seconds take none.
//
// Where the daemon runs is a Venue. Bubble is the usual one. A test that has the daemon on another machine brings a venue of its own: the same
// player then plays there, in the same ways. What cannot be seen there, which is what the panel must show, is in a Recording of the same game
// in a bubble.
//
// JournalHistory reads the journal as it grows, replays it with the engine, and fails if it is not valid. It is the one place at which tests
// read journals of a table that runs.
//
// A Rig keeps what is done at it as sentences: LastSteps returns them for the report of a failure.
//
// The names of emulated ports are known to a whole process, so that there can be one table in it. OwnProcess runs a test in a process of
// its own, beside others.
//
// One goroutine uses a Rig: that of the test. Only tests import this package.
package rig
