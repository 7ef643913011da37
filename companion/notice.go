package companion

import "slices"

const maxNotices = 8

// notice says something that everybody at the table should know, until it is withdrawn or others have come.
func (t *Table) notice(level, text string) {
	n := Notice{level, text}
	if slices.Contains(t.notices, n) {
		return
	}
	t.log.Warn("notice", "text", text)
	t.notices = append(t.notices, n)
	if len(t.notices) > maxNotices {
		t.notices = t.notices[1:]
	}
}

// withdraw takes a notice back that holds no more.
func (t *Table) withdraw(text string) {
	t.notices = slices.DeleteFunc(t.notices, func(n Notice) bool { return n.Text == text })
}
