// Package companion follows one game at one table: it turns cards on readers, presses of buttons and requests of phones into moves of an engine, keeps the
// journal, runs the clock, and shows every viewer what that viewer may know.
//
// # One goroutine
//
// A Table is owned by one goroutine, that of Table.Run. All other methods of Table and Phone may be called from any goroutine: those that change or ask
// something put an event into the table's mailbox, wait for no device and no phone, and give up with their context or when the table ends. A request is
// answered when everybody has been shown its result. Cards on one reader are handled in the order in which they were put there. A move is in the journal, on
// disk, before anybody sees it. Hint searches run in goroutines of their own, and Run waits for their end.
//
// # Its parts
//
// Table takes events from the mailbox, hands each to one of its parts, and then shows everybody how the table stands. No part knows the Table:
//
//   - referee follows the game under way: observations become moves, questions or refusals, and the timer follows the moves. Package resolver says what an
//     observation means; package intake holds the tags on the readers and the gestures that are not yet moves.
//   - announcer announces the results, once for panel, lamps, buzzer and phones: see package announce.
//   - roster is who is at the table: phones, seats, hosts, and what phones have set.
//   - tagBook is what tags stand for, and their enrolment.
//   - wiring is the devices of the table, and whether they work; buzzer makes the buzzer mute; disk is the state directory.
//   - dial is the menu on the panel from which a knob chooses; menus makes the menus.
//   - probes are the phones that ask about cards on readers: see package cardprobe.
//   - library, archive, editor and searches work beside the loop: the games that can be played, those that were, card lists, and searches for hints.
//   - presenter makes the scene of the wired table and the snapshot of each viewer.
//
// The package knows no devices: tags, presses and turns come in, scenes go out.
package companion
