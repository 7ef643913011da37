// Package protocol is what the table and its phones say to each other, as Go types: each message is one of them, as JSON. docs/protocol.md describes it to
// writers of other clients.
package protocol
