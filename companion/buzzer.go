package companion

import (
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/engine/lang"
)

// buzzerName is how the buzzer calls itself among the devices.
const buzzerName = "buzzer"

var errNoBuzzer = lang.T("this table has no buzzer")

// buzzer is the buzzer of the wired table: it is heard, or mute.
type buzzer struct {
	wiring    *wiring
	roster    *roster
	announcer *announcer
}

// muted reports whether the buzzer is mute; nil where there is none.
func (b *buzzer) muted() *bool {
	if !b.wiring.hasBuzzer() {
		return nil
	}
	muted := b.roster.settings().Muted
	return &muted
}

// mute makes the buzzer mute, or heard again, also after a restart. The error is that there is none.
func (b *buzzer) mute(on bool) error {
	if !b.wiring.hasBuzzer() {
		return errNoBuzzer
	}
	b.roster.settings().Muted = on
	b.roster.save()
	text := lang.T("The buzzer is on.")
	if on {
		text = lang.T("The buzzer is mute.")
	}
	b.announcer.announce(verdict{ok: true, text: text}, resolver.Everyone, scene.CueAccept)
	return nil
}

// toggle takes the word mute of a button or tag.
func (b *buzzer) toggle() {
	if err := b.mute(!b.roster.settings().Muted); err != nil {
		b.announcer.refuseText(err, resolver.Everyone)
	}
}
