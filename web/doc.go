// Package web serves a table to the phones around it: the page, the rules, one WebSocket for each phone, and the bench of a virtual
// table. docs/protocol.md describes the messages for other clients.
//
// A Server and its Handler may be used by any number of goroutines. Each WebSocket has two: one reads requests and handles
// them, one after the other; only the other one writes. Neither waits for another socket: a slow viewer misses snapshots
// in between, but never the last one, and delays nobody. Both goroutines have ended when Server.Close returns.
//
// A request has to pass these checks, in this order: the budget of its network; Sec-Fetch-Site, which must not say that a page of another site embeds it; Host, which
// must be a name of this machine, as a rebound DNS name is not; Origin, if any, which must be that host. Then a phone needs the join code or a token, unless it is a
// browser on the machine itself.
//
// TLS is for those who ask for it. A phone that does not trust the table's authority cannot use it, so that plain HTTP is answered at the same address: see tls.go.
package web
