// Package companion follows one game at one table: it turns what is shown to the readers, pressed and asked for on phones
// into moves of an engine, keeps the journal, runs the clock, and tells every viewer what that viewer may know.
//
// # One goroutine
//
// A Table is owned by one goroutine, that of Table.Run. All other methods of Table and Phone may be called from any
// goroutine: they put something into the table's mailbox, wait for no device and no phone, and give up with their context or when the table
// ends. A request is answered when everybody has been shown what came of it. What is shown to one reader is taken in the order in which it was shown.
// A move is in the journal, on disk, before anybody sees it. What a player could reach is looked for in goroutines beside it, for whose end Run waits.
//
// # Its parts
//
// Table takes what is in the mailbox, hands it to one of its parts, and then shows everybody how the table stands. No part knows the Table:
//
//   - referee follows the game under way: observations become moves, questions or refusals, and the clock follows the moves. What an observation
//     means is found by package resolver; intake holds what is still being put down.
//   - announcer says what became of it, once for panel, lamps and phones: text, sound and audience.
//   - roster is who is at the table: phones, seats, hosts, and what phones have set.
//   - tagBook is what tags stand for, and their enrolment.
//   - wiring is which devices the table has, and how they are; buzzer is whether it is heard; disk is the state directory.
//   - dial is the list on the panel from which a knob chooses; menus makes such lists.
//   - presenter makes the scene of the wired table and the snapshot of each viewer.
//
// Devices are not known here: sightings and presses come in, scenes go out.
package companion
