package listeditor

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"familiar/companion/packs"
	"familiar/companion/protocol"
	"familiar/engine/cardlist"
	"familiar/engine/lang"
)

// How card lists are changed, renamed, deleted, sent and received.

// editAction returns an action that changes the text of a list. The result is written and shown, even if the list has faults.
func editAction(change func(*job, *cardlist.File) (*cardlist.File, error)) func(context.Context, *job) (protocol.Answer, error) {
	return func(_ context.Context, j *job) (protocol.Answer, error) {
		if err := packs.CheckName(j.Pack); err != nil {
			return protocol.Answer{}, err
		}
		data, err := j.data()
		if err != nil {
			return protocol.Answer{}, err
		}
		if j.edit.Mark != markOf(data) {
			return protocol.Answer{}, errChanged
		}
		file, err := cardlist.Parse(data)
		if err != nil {
			return protocol.Answer{}, lang.T("the list cannot be edited before its file is mended: {1}", err)
		}
		if file, err = change(j, file); err != nil {
			return protocol.Answer{}, err
		}
		return j.write(j.Pack, file.Bytes(), true)
	}
}

// write writes a list and shows it.
func (j *job) write(name string, data []byte, over bool) (protocol.Answer, error) {
	err := packs.Write(j.library.State, j.spec.ID, name, data, over)
	switch {
	case errors.Is(err, packs.ErrExists):
		return protocol.Answer{}, lang.T(`there is a card list "{1}" already`, name)
	case err != nil:
		return protocol.Answer{}, lang.T("the list cannot be written: {1}", err)
	}
	j.Pack = name
	return j.show(data)
}

// withName returns the text of a list under another name.
func withName(data []byte, name string) []byte {
	file, err := cardlist.Parse(data)
	if err != nil || file.Pack() == "" {
		return data
	}
	if fresh, err := file.SetPack(name); err == nil {
		return fresh.Bytes()
	}
	return data
}

func (j *job) copy() (protocol.Answer, error) {
	data, err := j.data()
	if err != nil {
		return protocol.Answer{}, err
	}
	return j.write(j.edit.Name, withName(data, j.edit.Name), false)
}

// rename gives a list another name, and its tags with it.
func (j *job) rename(ctx context.Context) (protocol.Answer, error) {
	from, to := j.box(j.Pack), j.box(j.edit.Name)
	if j.InUse[from] {
		return protocol.Answer{}, errUsed
	}
	data, err := packs.Read(j.library.State, j.spec.ID, j.Pack)
	if err != nil {
		return protocol.Answer{}, err
	}
	if j.Pack == j.edit.Name {
		return j.show(data)
	}
	a, err := j.write(j.edit.Name, withName(data, j.edit.Name), false)
	if err != nil {
		return a, err
	}
	if err := j.Rename(ctx, from, to); err != nil {
		return protocol.Answer{}, lang.T("there is a copy of the list under the new name, but its tags stay with the old one: {1}", err)
	}
	a.List.Tags = j.Tags[from]
	if err := packs.Delete(j.library.State, j.spec.ID, from.Pack); err != nil {
		return protocol.Answer{}, lang.T("the list under its old name cannot be deleted: {1}", err)
	}
	return a, nil
}

// delete deletes a list. Its tags stay known: they stand for the same cards if the list comes back.
func (j *job) delete() (protocol.Answer, error) {
	if j.InUse[j.box(j.Pack)] {
		return protocol.Answer{}, errUsed
	}
	return protocol.Answer{}, packs.Delete(j.library.State, j.spec.ID, j.Pack)
}

func (j *job) export() (protocol.Answer, error) {
	data, err := j.data()
	if err != nil {
		return protocol.Answer{}, err
	}
	return protocol.Answer{Record: string(data)}, nil
}

// receive receives a piece of a file. With the last piece it checks the file, and writes it if keep is set.
func (j *job) receive(keep bool) (protocol.Answer, error) {
	data := j.Upload.data
	j.Upload.data = nil
	if j.edit.From == 0 {
		data = nil
	}
	switch {
	case j.edit.From != len(data):
		return protocol.Answer{}, errMissingPiece
	case len(data)+len(j.edit.Text) > packs.MaxSize:
		return protocol.Answer{}, lang.T("a card list is not longer than {1} KiB", packs.MaxSize>>10)
	}
	data = append(data, j.edit.Text...)
	if j.edit.More {
		j.Upload.data = data
		return protocol.Answer{}, nil
	}
	file, err := cardlist.Parse(data)
	switch {
	case err != nil:
		return protocol.Answer{}, err
	case file.Game() != j.spec.ID:
		return protocol.Answer{}, lang.T(`it is a card list of the game "{1}", not of "{2}"`, file.Game(), j.spec.ID)
	case !keep:
		return j.show(data)
	}
	if file.Pack() != "" && file.Pack() != j.Pack {
		data = withName(data, j.Pack)
	}
	return j.write(j.Pack, data, j.edit.Over)
}

// markOf returns a short hash of the text of a list: an edit of another text is refused.
func markOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
