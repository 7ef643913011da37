package companion

import (
	"log/slog"
	"time"

	"familiar/companion/clock"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/companion/settings"
)

// referee follows the game under way: what is observed becomes moves that are written down and made, or is asked about, or refused; the clock follows the
// moves.
type referee struct {
	log       *slog.Logger
	disk      *disk
	announcer *announcer
	wiring    *wiring
	tags      *tagBook
	buzzer    *buzzer
	settings  *settings.Settings

	now    time.Time // when it happened what is dealt with
	game   *session.Game
	intake intake
	timer  clock.Countdown
}

// situation is the game as it stands now, for the resolver. There must be a game.
func (ref *referee) situation() *resolver.Situation { return ref.intake.situation(ref.game) }

// phaseOf is how far the evening is with a game, nil if none is under way.
func phaseOf(g *session.Game) protocol.Phase {
	switch {
	case g == nil:
		return protocol.PhaseLobby
	case g.Over():
		return protocol.PhaseOver
	}
	return protocol.PhaseGame
}

// leave clears the table of its game.
func (ref *referee) leave() {
	ref.game = nil
	ref.intake.clear()
	ref.announcer.forget()
	ref.tags.forgetUnknown()
	ref.timer.Stop()
}

// stop stops all clocks.
func (ref *referee) stop() {
	ref.timer.Stop()
	ref.intake.debounce.Stop()
}
