package companion

import (
	"familiar/companion/announce"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/wired"
	"familiar/engine/lang"
)

var errNoBuzzer = lang.T("this table has no buzzer")

// buzzer makes the buzzer of the wired table mute, or audible again.
type buzzer struct {
	wiring    *wired.Devices
	roster    *roster
	announcer *announce.Announcer
}

// muted reports whether the buzzer is mute; nil if there is none.
func (b *buzzer) muted() *bool {
	if !b.wiring.HasBuzzer() {
		return nil
	}
	return new(b.roster.settings().Muted)
}

// mute makes the buzzer mute, or audible again, also after a restart. The error is errNoBuzzer.
func (b *buzzer) mute(on bool) error {
	if !b.wiring.HasBuzzer() {
		return errNoBuzzer
	}
	if b.roster.settings().Muted != on {
		b.roster.settings().Muted = on
		b.roster.save()
	}
	text := lang.T("The buzzer is on.")
	if on {
		text = lang.T("The buzzer is mute.")
	}
	b.announcer.Announce(text, resolver.Everyone, scene.CueAccept)
	return nil
}

// toggle handles the command mute of a button or tag.
func (b *buzzer) toggle() {
	if err := b.mute(!b.roster.settings().Muted); err != nil {
		b.announcer.RefuseText(err, resolver.Everyone)
	}
}
