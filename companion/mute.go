package companion

import (
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/engine/lang"
)

// buzzerName is how the buzzer calls itself among the devices.
const buzzerName = "buzzer"

var errNoBuzzer = lang.T("this table has no buzzer")

// muted reports whether the buzzer keeps still; nil where there is none.
func (t *Table) muted() *bool {
	if !t.wiring.hasBuzzer() {
		return nil
	}
	muted := t.settings.Muted
	return &muted
}

// setMute makes the buzzer mute, or heard again, also after a restart.
func (t *Table) setMute(on bool) {
	t.settings.Muted = on
	t.keepDesk()
	text := lang.T("The buzzer is on.")
	if on {
		text = lang.T("The buzzer is mute.")
	}
	t.announcer.announce(verdict{ok: true, text: text}, resolver.Everyone, scene.CueAccept)
}

// toggleMute takes the word mute of a button or tag.
func (t *Table) toggleMute() {
	if !t.wiring.hasBuzzer() {
		t.announcer.refuseText(errNoBuzzer, resolver.Everyone)
		return
	}
	t.setMute(!t.settings.Muted)
}

// askMute makes the buzzer mute, or heard again, for a host.
func (t *Table) askMute(_ *Phone, r protocol.MuteRequest) error {
	if !t.wiring.hasBuzzer() {
		return errNoBuzzer
	}
	t.setMute(r.On)
	return nil
}
