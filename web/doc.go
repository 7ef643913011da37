// Package web serves a table to the phones around it: the page, the rules, one WebSocket for each phone, and the bench of a virtual
// table. docs/protocol.md describes the messages for other clients.
//
// A Server and its Handler may be used by any number of goroutines. Each WebSocket has two: one reads requests and handles
// them, one after the other; only the other one writes. Neither waits for another socket: a slow viewer misses snapshots
// in between, but never the last one, and delays nobody. Both goroutines have ended when Server.Close returns.
//
// Three checks decide who may come in, in this order. The Host of a request must be a name of this machine (a rebound DNS name is not).
// A WebSocket's Origin must be the page of that very host. Then everybody except a browser on the machine itself
// needs the join code or a token. There is no TLS, because nothing should leave the local network.
package web
