// Package web serves a table to the phones around it: the page, the rules, one WebSocket a phone, and the bench of a virtual
// table. docs/protocol.md tells the messages to writers of other clients.
//
// A Server and its Handler may be used by any number of goroutines. Each WebSocket has two: one reads and has its requests
// done, one after the other; one alone writes. Neither waits for another socket: a viewer that is slow misses snapshots
// in between, never the last one, and delays nobody. Both have ended when Server.Close returns.
//
// Who may come in is decided in this order: the Host of a request must be a name of this machine (a rebound DNS name is not);
// a WebSocket's Origin must be the page of that very host; then the join code or a token is asked for, of everybody but
// a browser on the machine itself. There is no TLS: nothing is meant to leave the room's own network.
package web
