package companion

import (
	"slices"

	"familiar/companion/protocol"
	"familiar/engine/lang"
)

const maxNotices = 8

// notice adds a notice: something that everybody at the table should know. It stays until it is withdrawn or newer ones displace it.
func (a *announcer) notice(text lang.Localized) {
	english := text.In(lang.English)
	if slices.ContainsFunc(a.notices, func(n lang.Localized) bool { return n.In(lang.English) == english }) {
		return
	}
	a.log.Warn("notice", "text", english)
	a.notices = append(a.notices, text)
	if len(a.notices) > maxNotices {
		a.notices = a.notices[1:]
	}
}

// withdraw removes notices that are no longer true.
func (a *announcer) withdraw(texts ...lang.Localized) {
	a.notices = slices.DeleteFunc(a.notices, func(n lang.Localized) bool { return slices.Contains(texts, n) })
}

// noticesIn returns the notices in a language.
func (a *announcer) noticesIn(language string) []protocol.Notice {
	var all []protocol.Notice
	for _, n := range a.notices {
		all = append(all, protocol.Notice{Level: "warning", Text: n.In(language)})
	}
	return all
}
