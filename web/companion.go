package web

import (
	"context"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/engine"
)

// Companion is the table behind the server.
type Companion interface {
	// Join lets a visitor in. The error is access.ErrJoin, ErrWrongCode, ErrWait, ErrRemoved, ErrCrowd or ErrLink if the visitor is refused.
	Join(ctx context.Context, v access.Visitor) (Phone, error)
	// JoinCode returns the code that lets a phone in. It may change.
	JoinCode() string
	// Games lists the games that the table knows.
	Games() []engine.Game
	// Playing reports whether a game is on the table.
	Playing() bool
	// Health returns the state of the devices, for the doctor.
	Health(ctx context.Context) (protocol.Health, error)
}

// Phone is a viewer that has joined.
type Phone interface {
	// Token returns the token by which this phone can join again without a code.
	Token() string
	// Updates is readable when there is something new to show.
	Updates() <-chan struct{}
	// Snapshot returns the newest state as this phone may see it; nil if there is none yet.
	Snapshot() *protocol.Snapshot
	// Hint returns the newest result of what this phone could reach in its turn; nil if it has not asked.
	Hint() *protocol.Hint
	// ProbedCard returns the last card that was put on a reader for this phone's question; nil if there was none.
	ProbedCard() *protocol.ProbedCard
	// ID returns the phone's name, which it keeps when it gets a new token; "" while it waits for a host.
	ID() string
	// HasPlace reports whether guests cannot take this phone's place now: it is a host's, or has a seat of the game under way, or is on the machine itself.
	HasPlace() bool
	// Ended returns why this phone is in no longer; "" while it is. Updates signals that, too.
	Ended() protocol.RefusalCode
	// Wait returns what this phone is shown that has to wait until a host lets it in; nil if it came in at once.
	Wait() *protocol.Wait
	// Do executes a request of this phone.
	Do(ctx context.Context, r protocol.Request) protocol.Answer
	// Leave ends the connection. The phone keeps its seat.
	Leave()
}

// Of makes a Companion of a companion's table.
func Of(t *companion.Table) Companion { return companionTable{t} }

type companionTable struct{ *companion.Table }

func (t companionTable) Join(ctx context.Context, v access.Visitor) (Phone, error) {
	p, err := t.Table.Join(ctx, v)
	if err != nil {
		return nil, err
	}
	return p, nil
}
