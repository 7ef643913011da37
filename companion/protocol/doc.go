// Package protocol is the messages between the table and its phones, as Go types: each message is one of them, as JSON. docs/protocol.md describes them for
// authors of other clients.
//
// Requests are called by their kind, and fields on the wire keep their words, also where the code has found better ones since: phones and other clients know these.
//
// To add a request: write its type with its documentation in requests.go, name it in Kinds (kinds.go), write the handler and register it in
// companion/request.go, and let `go test ./companion/protocol -update` write its row of the page. The handler calls the Check of its request. Who
// may make it is said where it is registered, or by the handler: compare a neighbour for hosts, for players, and for both. A request that every player may make and that everybody
// is shown needs a budget (companion/moverequests.go); one that may take long is named in web/slowrequests.go. Give an example in companion/everyrequest_test.go, and
// a row in the table of docs/SECURITY.md that says what its answer depends on. Tests say what else was forgotten.
package protocol
