package protocol

import (
	"encoding/json"
	"errors"
	"slices"
)

// Kind is the kind of a request: its `type`.
type Kind string

// Request is a request of a phone, or of a browser at the bench. Each kind of requests has a type of its own with its name: requests of the kind `start` are
// StartRequests.
type Request interface {
	// Kind returns the kind of the type. It is the same for all its values.
	Kind() Kind
}

// Kinds are all kinds of requests of phones, in the order of docs/protocol.md. The web admits no others, and the table answers each of them.
var Kinds = KindList{
	entry[StartRequest](),
	entry[EndRequest](),
	entry[SitRequest](),
	entry[StandRequest](),
	entry[MoveRequest](),
	entry[CheckRequest](),
	entry[MayRequest](),
	entry[LayRequest](),
	entry[UndoRequest](),
	entry[PastRequest](),
	entry[GamesRequest](),
	entry[RecordRequest](),
	entry[PickRequest](),
	entry[DropRequest](),
	entry[HintRequest](),
	entry[HintsRequest](),
	entry[BoldnessRequest](),
	entry[MuteRequest](),
	entry[DevicesRequest](),
	entry[PauseRequest](),
	entry[CarryRequest](),
	entry[ConnectionsRequest](),
	entry[LeaveRequest](),
	entry[GiveRequest](),
	entry[KickRequest](),
	entry[HostRequest](),
	entry[CodeRequest](),
	entry[KnocksRequest](),
	entry[ApproveRequest](),
	entry[AdmitRequest](),
	entry[EnrolRequest](),
	entry[PacksRequest](),
}

// KindList is the kinds of requests that somebody answers, each of them once.
type KindList []KindEntry

// KindEntry is a kind of requests with its type.
type KindEntry struct {
	Kind   Kind
	Empty  Request // a request of the type with all fields left out
	decode func(message []byte) (Request, error)
}

// entry returns the entry of a type of requests.
func entry[R Request]() KindEntry {
	var empty R
	return KindEntry{empty.Kind(), empty, func(message []byte) (Request, error) {
		var r R
		err := json.Unmarshal(message, &r)
		return r, err
	}}
}

// ErrNoKind means that there are no requests of a kind.
var ErrNoKind = errors.New("there is no such kind of requests")

// Decode returns the request in a message of a kind. The error is ErrNoKind, or says which field has a wrong type. Fields that the kind does not have are
// ignored, as are the type and id of the message.
func (l KindList) Decode(kind Kind, message []byte) (Request, error) {
	i := slices.IndexFunc(l, func(e KindEntry) bool { return e.Kind == kind })
	if i < 0 {
		return nil, ErrNoKind
	}
	return l[i].decode(message)
}
