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
func (t *Table) notice(level string, text lang.Localized) {
	said := text.In(lang.English)
	if slices.ContainsFunc(t.notices, func(n notice) bool { return n.text.In(lang.English) == said }) {
		return
	}
	t.log.Warn("notice", "text", said)
	t.notices = append(t.notices, notice{level, text})
	if len(t.notices) > maxNotices {
		t.notices = t.notices[1:]
	}
}

// withdraw takes a notice back that holds no more.
func (t *Table) withdraw(text *lang.Text) {
	t.notices = slices.DeleteFunc(t.notices, func(n notice) bool { return n.text == text })
}

// noticed are the notices in a language.
func (t *Table) noticed(language string) []protocol.Notice {
	var all []protocol.Notice
	for _, n := range t.notices {
		all = append(all, protocol.Notice{Level: n.level, Text: n.text.In(language)})
	}
	return all
}
