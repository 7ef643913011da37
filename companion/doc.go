// Package companion follows one game at one table: it turns what is shown to the readers, pressed and asked for on phones
// into moves of an engine, keeps the journal, runs the clock, and tells every viewer what that viewer may know.
//
// A Table is owned by one goroutine, that of Table.Run. All other methods of Table and Phone may be called from any
// goroutine: they hand over to it, wait for no device and no phone, and give up with their context or when the table
// ends. A request is answered when everybody has been shown what came of it. What is shown to one reader is taken in the order in which it was shown. A move is in the journal, on disk, before
// anybody sees it. What a player could reach is looked for in goroutines beside it, for whose end Run waits.
//
// Devices are not known here: sightings and presses come in, scenes go out.
package companion
