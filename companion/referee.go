package companion

import (
	"log/slog"
	"time"

	"familiar/companion/announce"
	"familiar/companion/clock"
	"familiar/companion/intake"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/companion/settings"
	"familiar/companion/wired"
)

// referee follows the game under way. Observations become moves, which it writes down and makes, or questions, or refusals; the timer follows the moves.
type referee struct {
	log       *slog.Logger
	disk      *disk
	announcer *announce.Announcer
	wiring    *wired.Devices
	tags      *tagBook
	buzzer    *buzzer
	roster    *roster
	settings  *settings.Settings

	now    time.Time // of the event that is being handled
	game   *session.Game
	intake intake.Intake
	timer  clock.Countdown
}

// situation returns the game as it stands now, for the resolver. There must be a game.
func (ref *referee) situation() *resolver.Situation { return ref.intake.Situation(ref.game) }

// phaseOf returns the phase of a game, PhaseLobby for nil.
func phaseOf(g *session.Game) protocol.Phase {
	switch {
	case g == nil:
		return protocol.PhaseLobby
	case g.Over():
		return protocol.PhaseOver
	}
	return protocol.PhaseGame
}

// clearGame forgets the game.
func (ref *referee) clearGame() {
	ref.game = nil
	ref.intake.Clear()
	ref.announcer.Forget()
	ref.tags.unknown = ""
	ref.timer.Stop()
}

// stop stops the timer and the debounce window.
func (ref *referee) stop() {
	ref.timer.Stop()
	ref.intake.Debounce.Stop()
}
