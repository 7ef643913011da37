package companion

import (
	"cmp"
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
	"familiar/engine"
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
	boldness  protocol.Boldness // until a host sets one

	now    time.Time // of the event that is being handled
	game   *session.Game
	intake intake.Intake
	timer  clock.Countdown
}

// situation returns the game as it stands now, for the resolver. There must be a game.
func (ref *referee) situation() *resolver.Situation {
	s := ref.intake.Situation(ref.game)
	boldness := cmp.Or(ref.settings.Boldness, ref.boldness)
	s.TakesUsual, s.CatchUp = boldness == protocol.Usual || boldness == protocol.Bold, boldness == protocol.Bold
	s.HasReader = func(place engine.Name) bool { return ref.wiring.HasReader(ref.game, place) }
	return s
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
