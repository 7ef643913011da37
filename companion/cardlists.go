package companion

import (
	"context"
	"errors"

	"familiar/companion/listeditor"
	"familiar/companion/protocol"
	"familiar/companion/tags"
)

// askPacks lists, reads and changes the card lists of owners.
func (t *Table) askPacks(c caller, r protocol.PacksRequest) answer {
	mayChange := c.host() || !t.roster.access.HasHost() // as long as there is no host, any phone
	if err := t.editor.Check(r, mayChange); err != nil {
		return answered(err)
	}
	editor, mailbox := t.editor, t.mailbox
	job := listeditor.Job{
		PacksRequest: r, Language: c.language, Tags: t.tags.list.Boxes(), InUse: t.tags.inUse(t.referee.game), Upload: &c.upload,
		Rename: func(ctx context.Context, was, is tags.Box) error { return renameTags(ctx, mailbox, was, is) },
	}
	return answer{later: func(ctx context.Context) answer {
		a, err := editor.Do(ctx, job)
		if err != nil {
			return answered(err)
		}
		return answer{Answer: a}
	}}
}

// renameTags has the tags of one box stand for those of another one. It is called beside the table's goroutine.
func renameTags(ctx context.Context, m *mailbox, was, is tags.Box) error {
	err, lost := ask(ctx, m, func(t *Table) error { return t.tags.rename(was, is) }, func(*Table, error) {})
	return errors.Join(err, lost)
}
