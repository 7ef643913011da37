package companion

import (
	"slices"

	"familiar/companion/protocol"
	"familiar/engine/lang"
)

const maxNotices = 8

// notice is something that everybody at the table should know.
type notice struct {
	level string
	text  lang.Localized
}

// notice says something that everybody at the table should know, until it is withdrawn or others have come.
func (a *announcer) notice(level string, text lang.Localized) {
	english := text.In(lang.English)
	if slices.ContainsFunc(a.notices, func(n notice) bool { return n.text.In(lang.English) == english }) {
		return
	}
	a.log.Warn("notice", "text", english)
	a.notices = append(a.notices, notice{level, text})
	if len(a.notices) > maxNotices {
		a.notices = a.notices[1:]
	}
}

// withdraw takes a notice back that holds no more.
func (a *announcer) withdraw(text *lang.Text) {
	a.notices = slices.DeleteFunc(a.notices, func(n notice) bool { return n.text == text })
}

// noticesIn are the notices in a language.
func (a *announcer) noticesIn(language string) []protocol.Notice {
	var all []protocol.Notice
	for _, n := range a.notices {
		all = append(all, protocol.Notice{Level: n.level, Text: n.text.In(language)})
	}
	return all
}
