package companion

import (
	"cmp"
	"context"
	"errors"

	"familiar/companion/listeditor"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
)

// askPacks lists, reads and changes the card lists of owners.
func (t *Table) askPacks(p *Phone, r protocol.PacksRequest) answer {
	mayChange := p.kept.Host || !t.access.Hosted() // as long as there is no host, any phone
	if err := t.editor.Check(r, mayChange); err != nil {
		return answered(err)
	}
	job := listeditor.Job{PacksRequest: r, Language: p.language, Tags: t.tags.Boxes(), InUse: make(map[tags.Box]bool), Upload: &p.upload, Rename: t.renameTags}
	if t.game != nil {
		job.InUse[t.box()] = true
	}
	if t.enrol != nil {
		job.InUse[tags.Box{Game: t.enrol.game, Pack: cmp.Or(t.enrol.pack, engine.HousePack)}] = true
	}
	return answer{later: func(ctx context.Context) answer {
		a, err := t.editor.Do(ctx, job)
		if err != nil {
			return answered(err)
		}
		return answer{Answer: a}
	}}
}

// renameTags has the tags of one box stand for those of another one. It is called beside the table's goroutine.
func (t *Table) renameTags(ctx context.Context, was, is tags.Box) error {
	err, lost := ask(ctx, t, func() error { return t.tags.Rename(was, is) }, func(error) {})
	if err = errors.Join(err, lost); err != nil {
		return t.tagsFailed(err)
	}
	return nil
}
