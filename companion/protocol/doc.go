// Package protocol is the messages between the table and its phones, as Go types: each message is one of them, as JSON. docs/protocol.md describes them for
// authors of other clients.
//
// Requests are called by their kind, and fields on the wire keep their words, also where the code has found better ones since: phones and other clients know these.
//
// To add a request: write its type with its documentation in requests.go, name it in Kinds (kinds.go), write the handler and register it in
// companion/request.go, and let `go test ./companion/protocol -update` write its row of the page. The handler calls the Check of its request. A request that
// anybody may make and that everybody is shown needs a budget (companion/moverequests.go); one that may take long is named in web/slowrequests.go. Give an example in
// companion/everyrequest_test.go. Tests say what else was forgotten.
package protocol
