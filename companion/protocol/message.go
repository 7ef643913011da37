package protocol

// MessageType says which message a JSON object is: its `type`. That of a request is its Kind.
type MessageType string

// The messages that are no requests. A phone sends a hello first; the table sends all others.
const (
	TypeHello      MessageType = "hello"
	TypeRefused    MessageType = "refused"
	TypeWait       MessageType = "wait"
	TypeWelcome    MessageType = "welcome"
	TypeCode       MessageType = "code"
	TypeNames      MessageType = "names"
	TypeSnapshot   MessageType = "snapshot"
	TypeHint       MessageType = "hint"
	TypeProbedCard MessageType = "laid"
	TypeAnswer     MessageType = "answer"
	TypeBench      MessageType = "bench" // to a browser at the bench
)
