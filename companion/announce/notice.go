package announce

import (
	"slices"

	"familiar/companion/protocol"
	"familiar/engine/lang"
)

const maxNotices = 8

// Notice adds a notice: something that everybody at the table should know. It stays until it is withdrawn or newer ones displace it.
func (a *Announcer) Notice(text lang.Localized) {
	english := text.In(lang.English)
	if slices.ContainsFunc(a.notices, func(n lang.Localized) bool { return n.In(lang.English) == english }) {
		return
	}
	a.changes++
	a.Log.Warn("notice", "text", english)
	a.notices = append(a.notices, text)
	if len(a.notices) > maxNotices {
		a.notices = a.notices[1:]
	}
}

// Withdraw removes notices that are no longer true.
func (a *Announcer) Withdraw(texts ...lang.Localized) {
	before := len(a.notices)
	a.notices = slices.DeleteFunc(a.notices, func(n lang.Localized) bool { return slices.Contains(texts, n) })
	a.changes += before - len(a.notices)
}

// NoticesIn returns the notices in a language.
func (a *Announcer) NoticesIn(language string) []protocol.Notice {
	var all []protocol.Notice
	for _, n := range a.notices {
		all = append(all, protocol.Notice{Level: "warning", Text: lang.Shortened(n.In(language), protocol.AnswerLetters)})
	}
	return all
}

// Has reports whether a notice stands.
func (a *Announcer) Has(text lang.Localized) bool { return slices.Contains(a.notices, text) }
