// Package listeditor reads and changes the card lists of owners.
//
// An owner describes their own box of cards: a list is copied from the house list, or read from a file, and changed field by field. The game's own reader
// checks it after each change. Lists are read and written beside the table, by the goroutine of the phone that asks, one at a time.
package listeditor

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"familiar/companion/library"
	"familiar/companion/packs"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/cardlist"
	"familiar/engine/lang"
)

var (
	errHost         = lang.T("only the host can change card lists: whoever began the game, or a browser on the table's own machine")
	errChanged      = lang.T("the list has been changed in between: look at it again")
	errUsed         = lang.T("that list is being used at the table: end the game, or the enrolment of its tags, first")
	errMissingPiece = lang.T("a piece of the file is missing: send it again from the beginning")
)

// Editor reads and changes the card lists of a library. Several goroutines may use it; they wait for each other.
type Editor struct {
	library *library.Library
	editing chan struct{}                 // full while a goroutine reads or writes card lists
	judged  map[[2]string]judgement       // by game and text; like shown, it belongs to the goroutine that is editing
	shown   map[showing]protocol.CardList // the lists that were shown last, without their tags
}

// showing is what decides what a list looks like on the page, but for its tags.
type showing struct {
	game, pack, language string
	form                 bool
	mark                 string
}

// maxShown is how many lists are kept as they are shown: one in two languages, or two of them. A large one takes megabytes.
const maxShown = 2

// judgement is what is known of the text of a card list.
type judgement struct {
	ok           bool
	kinds, cards int
}

// maxJudged is how many judgements are kept: a few for each list that there may be.
const maxJudged = 256

// judgeTime is how long a request for the list of lists checks texts that are not known yet: the requests of others wait meanwhile. It leaves the rest to the next request.
const judgeTime = 500 * time.Millisecond

// New returns the editor of a library's card lists.
func New(l *library.Library) *Editor {
	return &Editor{library: l, editing: make(chan struct{}, 1), judged: make(map[[2]string]judgement), shown: make(map[showing]protocol.CardList)}
}

// judge checks the text of a list. The same text of the same game is checked once: anybody may ask for the list of lists, as often as they like. It takes the time from what
// is left, and reports false if nothing is left and the text is not known.
func (e *Editor) judge(g engine.Game, data []byte, left *time.Duration) (judgement, bool) {
	sum := sha256.Sum256(data)
	key := [2]string{g.ID, string(sum[:])}
	j, ok := e.judged[key]
	if ok || *left <= 0 {
		return j, ok
	}
	began := time.Now()
	v := packs.Validate(g, data)
	*left -= time.Since(began)
	j = judgement{v.State != nil, v.Kinds, v.Cards}
	if len(e.judged) >= maxJudged {
		clear(e.judged)
	}
	e.judged[key] = j
	return j, true
}

// Job is a request of a phone, with what the table knows about it at that moment.
type Job struct {
	protocol.PacksRequest
	Language string
	Tags     map[tags.Box]int  // how many tags each box of cards has
	InUse    map[tags.Box]bool // the boxes that are played with, or whose tags are being enrolled
	Upload   *Upload           // of the phone
	// Rename makes the tags of a box belong to another one.
	Rename func(ctx context.Context, from, to tags.Box) error
}

// Upload holds the pieces that have arrived of a file that a phone sends.
type Upload struct{ data []byte }

// Check returns why a request cannot be done, nil if it can. mayChange reports whether the phone may change card lists.
func (e *Editor) Check(r protocol.PacksRequest, mayChange bool) error {
	if _, ok := actions[r.Action]; !ok {
		return lang.T("card lists cannot {1}: they can list, read, copy, rename, set, add, remove, move, plain, import, check, export and delete", fmt.Sprintf("%.40q", r.Action))
	}
	if r.Action == "list" {
		return nil
	}
	if !mayChange {
		return errHost
	}
	if _, ok := e.library.Game(r.Game); !ok {
		return library.NoGameError(r.Game)
	}
	return nil
}

// Do does a job whose request Check has allowed. It first waits until no other job is being done.
func (e *Editor) Do(ctx context.Context, asked Job) (protocol.Answer, error) {
	select {
	case e.editing <- struct{}{}:
		defer func() { <-e.editing }()
	case <-ctx.Done():
		return protocol.Answer{}, lang.T("someone else is editing card lists: try again")
	}
	j := &job{Job: asked, editor: e, library: e.library}
	if j.Edit != nil {
		j.edit = *j.Edit
	}
	j.Pack = cmp.Or(j.Pack, engine.HousePack)
	j.spec, _ = e.library.Game(j.Game)
	a, err := actions[j.Action](ctx, j)
	a.OK = err == nil
	return a, err
}

// job is a Job that is being done.
type job struct {
	Job
	editor  *Editor
	library *library.Library
	edit    protocol.Edit
	spec    engine.Game
	phrases *engine.Phrases
}

var actions = map[string]func(context.Context, *job) (protocol.Answer, error){
	"list":   func(_ context.Context, j *job) (protocol.Answer, error) { return j.list() },
	"read":   func(_ context.Context, j *job) (protocol.Answer, error) { return j.read() },
	"export": func(_ context.Context, j *job) (protocol.Answer, error) { return j.export() },
	"copy":   func(_ context.Context, j *job) (protocol.Answer, error) { return j.copy() },
	"rename": func(ctx context.Context, j *job) (protocol.Answer, error) { return j.rename(ctx) },
	"delete": func(_ context.Context, j *job) (protocol.Answer, error) { return j.delete() },
	"import": func(_ context.Context, j *job) (protocol.Answer, error) { return j.receive(true) },
	"check":  func(_ context.Context, j *job) (protocol.Answer, error) { return j.receive(false) },
	"set": editAction(func(j *job, f *cardlist.File) (*cardlist.File, error) {
		return f.Set(j.spec.List, j.edit.Table, j.edit.Row, j.edit.Field, j.edit.Value)
	}),
	"add": editAction(func(j *job, f *cardlist.File) (*cardlist.File, error) {
		row, ok := j.edit.Value.(map[string]any)
		if !ok {
			return nil, lang.T("a row is made of fields")
		}
		return f.Add(j.spec.List, j.edit.Table, j.edit.Row, row)
	}),
	"remove": editAction(func(j *job, f *cardlist.File) (*cardlist.File, error) {
		return f.Remove(j.spec.List, j.edit.Table, j.edit.Row)
	}),
	"move": editAction(func(j *job, f *cardlist.File) (*cardlist.File, error) {
		return f.Move(j.spec.List, j.edit.Table, j.edit.Row)
	}),
	"plain": editAction(func(j *job, f *cardlist.File) (*cardlist.File, error) { return f.Rewrite(j.spec.List) }),
}

func (j *job) box(name string) tags.Box { return tags.Box{Game: j.spec.ID, Pack: name} }

// data returns the text of the list.
func (j *job) data() ([]byte, error) { return j.library.Pack(j.spec, j.Pack) }
