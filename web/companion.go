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
	// Join lets a visitor in, or returns why not: access.ErrJoin, ErrWrongCode, ErrWait.
	Join(ctx context.Context, v access.Visitor) (Phone, error)
	// JoinCode returns the code that lets a phone in. It may change.
	JoinCode() string
	Games() []engine.Game
	// Health returns the state of the devices, for the doctor.
	Health(ctx context.Context) (protocol.Health, error)
}

// Phone is a viewer that was let in.
type Phone interface {
	Token() string
	// Updates is readable when there is something new to show.
	Updates() <-chan struct{}
	// Snapshot returns the newest state as this phone may see it; nil if there is none yet.
	Snapshot() *protocol.Snapshot
	// Hint returns the newest result of what this phone could reach in its turn; nil if it has not asked.
	Hint() *protocol.Hint
	Laid() *protocol.ProbedCard
	// Kicked reports whether a host has removed this phone. Updates signals that, too.
	Kicked() bool
	Do(ctx context.Context, r protocol.Request) protocol.Answer
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
