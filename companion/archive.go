package companion

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"familiar/companion/journal"
	"familiar/companion/palette"
	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
	"familiar/engine/record"
)

// archive are the games that were played before, as their journals tell them. It belongs to whoever has entered it, which is one phone at a time, and not
// to the table's goroutine.
type archive struct {
	dir   string
	begin func(setup engine.Setup, cards string) (*session.Game, error)
	title func(game, language string) string // what people call a game
	opt   *Options

	reading chan struct{}       // full while somebody is in
	ended   map[string]keptGame // by journal: a game that has ended does not change
	open    []*replay           // looked at last, the newest first
}

// mostOpen is how many games are kept ready to be looked at: each step of a replay asks anew.
const mostOpen = 2

func (t *Table) newArchive() *archive {
	titles := make(map[[2]string]string) // by game and language
	for _, g := range t.opt.Games {
		titled := func(language string, words []byte) {
			if p, err := engine.ParsePhrases(words); err == nil {
				titles[[2]string{g.ID, language}] = p.Title
			}
		}
		titled(engine.English, g.Words)
		for code, l := range g.Languages {
			titled(code, l.Words)
		}
	}
	title := func(game, language string) string {
		return cmp.Or(titles[[2]string{game, language}], titles[[2]string{game, engine.English}], game)
	}
	return &archive{
		dir: t.opt.State, begin: t.begin, title: title, opt: &t.opt,
		reading: make(chan struct{}, 1), ended: make(map[string]keptGame),
	}
}

// enter waits until nobody else is in. Without an error, the shelf must be left again.
func (s *archive) enter(ctx context.Context) (leave func(), err error) {
	select {
	case s.reading <- struct{}{}:
		return func() { <-s.reading }, nil
	case <-ctx.Done():
		return nil, lang.T("other phones are looking at old games: ask again")
	}
}

// askRecord answers with the record of a game.
func (t *Table) askRecord(_ *Phone, r protocol.Request) answer {
	return answer{later: func(ctx context.Context) answer {
		leave, err := t.archive.enter(ctx)
		if err != nil {
			return answered(err)
		}
		defer leave()
		kept, err := t.archive.read(r.Game)
		switch {
		case err != nil:
			return answered(err)
		case len(kept.Text) > mostSent:
			return answered(lang.T("that record is too long to be sent: it lies on the table's machine, in the folder {1} of its state directory", journal.Folder))
		}
		return answer{Answer: protocol.Answer{OK: true, Record: kept.Text}}
	}}
}

// mostSent is the longest record that is sent, in bytes: some 20,000 moves.
const mostSent = 2 << 20

// read reads the journal of a game that has ended: as long as one goes on, its journal holds what is not for all eyes.
func (s *archive) read(name string) (*journal.Kept, error) {
	kept, err := journal.Read(s.dir, name)
	switch {
	case err != nil:
		return nil, err
	case kept.Setup.Game == "":
		return nil, lang.T("that record cannot be read: {1}", kept.Damage)
	case !kept.Ended:
		return nil, errNotEnded
	}
	return kept, nil
}

// replay is a game that has ended, ready to be looked at as it stood at any time.
type replay struct {
	name   string
	game   *session.Game // without a journal
	opt    *Options
	began  time.Time
	stand  []record.Standing // the moves that stand and can be made
	damage lang.Localized    // what is wrong with the record; nil: nothing
}

// past is how a game that has ended stood: it is told whole, as its record is.
func (s *archive) past(ctx context.Context, r protocol.Request, language string) (*protocol.Past, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	i := slices.IndexFunc(s.open, func(o *replay) bool { return o.name == r.Game })
	if i < 0 {
		fresh, err := s.replay(ctx, r.Game)
		if err != nil {
			return nil, err
		}
		s.open = append(s.open, fresh)
		i = len(s.open) - 1
	}
	found := s.open[i]
	s.open = slices.Insert(slices.Delete(s.open, i, i+1), 0, found)
	s.open = s.open[:min(len(s.open), mostOpen)]
	return found.past(ctx, r.At, r.Names, found.game.InLanguage(language))
}

// replay makes a game that has ended ready to be looked at: its moves are made again, by the rules and the card list of today.
func (s *archive) replay(ctx context.Context, name string) (*replay, error) {
	kept, err := s.read(name)
	if err != nil {
		return nil, err
	}
	g, err := s.begin(kept.Setup, kept.Cards)
	if err != nil {
		return nil, lang.T("that game cannot be played again: {1}", err)
	}
	// Which colours were chosen is in no record.
	g.Colours, _ = palette.Assign(kept.Setup.Seats, nil)
	r := &replay{name: name, game: g, opt: s.opt, began: kept.Began}
	if kept.Damage != nil {
		r.damage = lang.T("The record is damaged: {1}. What comes before that is shown.", kept.Damage)
	}
	var fold record.Fold
	for _, step := range kept.Steps {
		fold.Apply(step)
	}
	r.stand = fold.Standing()
	err = session.PlayAgain(ctx, g.History.At(0), r.moves(len(r.stand)), nil)
	if refused, ok := errors.AsType[*session.Refused](err); ok {
		r.damage = lang.T("The record can be followed up to here: its next move, “{1}”, is refused by {2} today. The rules or the card list have changed since.",
			r.stand[refused.At].Move, refused.Rule)
		r.stand = r.stand[:refused.At]
	} else if err != nil {
		return nil, err
	}
	return r, nil
}

// moves are the first n moves.
func (r *replay) moves(n int) []engine.Move {
	moves := make([]engine.Move, n)
	for i, is := range r.stand[:n] {
		moves[i] = r.game.Parse(is.Move)
	}
	return moves
}

func (r *replay) past(ctx context.Context, at int, names bool, words *session.Localizer) (*protocol.Past, error) {
	g := r.game
	at = min(at, len(r.stand))
	p := &protocol.Past{At: at, Of: len(r.stand), Game: protocol.Game{
		ID: r.name, Game: g.Spec.ID, Title: words.Title, Started: protocol.Time(r.began), Options: session.OptionsOf(g.Setup), Seats: g.SeatViews(), Log: []protocol.LogLine{},
	}}
	if r.damage != nil {
		p.Text = r.damage.In(words.Code)
	}
	state := g.History.At(0)
	err := session.PlayAgain(ctx, state, r.moves(at), func(i int) {
		if i >= at-protocol.LogLines {
			p.Game.Log = append(p.Game.Log, r.line(i, state, words))
		}
	})
	if err != nil {
		return nil, err
	}
	session.ShowPast(p, words.Phrases, state)
	if names {
		p.Names = words.NamesOf(r.name)
	}
	return p, nil
}

// line tells of a move, in the state that it has led to.
func (r *replay) line(i int, state engine.State, words *session.Localizer) protocol.LogLine {
	c, is := r.game.Catalog, r.stand[i]
	m := r.game.Parse(is.Move)
	line := protocol.LogLine{N: i + 1, Seat: protocol.SeatNumber(m.Seat), Text: words.Move(c, m), Source: r.opt.sourceTitle(is.Source, words), Repeat: is.Repeat}
	for _, ev := range state.Events() {
		text, toDo := words.Event(c, ev)
		line.Also = append(line.Also, text)
		if !toDo {
			line.News = append(line.News, text)
		}
	}
	return line
}
