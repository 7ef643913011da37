// Package protocol is the messages between the table and its phones, as Go types: each message is one of them, as JSON. docs/protocol.md describes them for
// authors of other clients.
package protocol
