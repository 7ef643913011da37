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
		Rename: func(ctx context.Context, from, to tags.Box) error {
			err, lost := ask(ctx, mailbox, func(t *Table) error { return t.tags.rename(from, to) }, nil)
			return errors.Join(err, lost)
		},
	}
	return answer{later: func(ctx context.Context) (protocol.Answer, error) { return editor.Do(ctx, job) }}
}
