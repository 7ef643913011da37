// Package daemon is the running Familiar: it wires the parts together, and nothing else does.
//
// A Daemon holds one table, the devices that people touch, the stage that the panel, the lamps and the buzzer are shown on, and the
// server for phones. New makes all of them from a config; Run runs them until its context ends.
//
// Each part has goroutines of its own. What devices say goes through one queue to the table, in the order in which it happened, so that
// a card that arrived before a button was pressed counts before it. Run ends phones and devices first, and then the table that they use:
// what was acknowledged is in the journal by then.
//
// If Options.Virtual is set, chips, pins and tags are emulated behind the same drivers, and a VirtualTable lets a browser on
// this machine play with them.
//
// Only the commands of the program, and tests, import this package.
package daemon
