package companion

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/companion/journal"
	"familiar/engine"
	"familiar/engine/lang"
)

// Played are the games of which there is a record, and who won against whom.
type Played struct {
	Games   []KeptGame `json:"games"` // some of them, the newest first
	At      int        `json:"at"`    // so many newer ones come before
	Of      int        `json:"of"`    // so many there are
	Players []Player   `json:"players"`
	Beats   []Beat     `json:"beats"`
}

// KeptGame is a game of which there is a record.
type KeptGame struct {
	ID      string   `json:"id"`
	Game    string   `json:"game"` // the engine's id; empty if the record cannot be read
	Title   string   `json:"title"`
	Seats   []string `json:"seats"`          // what people call the players
	Started string   `json:"started"`        // RFC 3339
	How     string   `json:"how"`            // it ended: see the constants below
	Winner  int      `json:"winner"`         // -1: nobody
	Moves   int      `json:"moves"`          // that stand
	Minutes int      `json:"minutes"`        // for which it was played, long pauses left out
	Text    string   `json:"text,omitempty"` // what is wrong with the record

	words []string       // of the seats
	wrong lang.Localized // what Text tells
}

// How a game ended, as messages say it.
const (
	howWon      = "won"
	howOver     = "over" // it came to its end, and nobody is known to have won
	howGivenUp  = "given up"
	howUnderWay = "under way"
	howLeft     = "left" // it has not ended, and is not the one under way
	howUnread   = "unreadable"
)

// Player is somebody who has played games to their end. Who sits down under the same name is the same player.
type Player struct {
	Title string           `json:"title"`
	All   Score            `json:"all"`
	Games map[string]Score `json:"games"` // by what people call the game

	word string
}

// Score is how many games were played to their end, and won.
type Score struct {
	Played int `json:"played"`
	Won    int `json:"won"`
}

// Beat tells how often a player won a game that another one played, too. Players are given by their places in Played.Players.
type Beat struct {
	Winner int `json:"winner"`
	Loser  int `json:"loser"`
	N      int `json:"n"`
}

const (
	gamesAtOnce = 50        // that are told
	mostKept    = 5000      // the newest ones: older games are neither told nor counted
	mostPlayers = 24        // those who played most
	longPause   = time.Hour // between two moves: the game was put away
)

var errManyRecords = lang.T("there are many records, which are being read for the first time: ask again")

// passed notes that a move was made, or taken back.
func (g *game) passed(at time.Time) {
	if g.last.IsZero() {
		g.last = g.started
	}
	if d := at.Sub(g.last); d > 0 {
		g.last = at
		if d < longPause {
			g.length += d
		}
	}
}

// ending is what a record says of the end of its game, so that nobody has to play it again to know that.
func (g *game) ending() string {
	how := howGivenUp
	switch s := g.history.State().Status(); {
	case s.Over && seatNumber(s.Winner) >= 0:
		how = g.catalog.SeatWord(s.Winner) + " " + howWon
	case s.Over:
		how = howOver
	}
	return fmt.Sprintf("moves %d, minutes %d: %s", len(g.log), int(g.length.Minutes()), how)
}

// end reads what a record says of the end of its game. Records of before say less: then it is false.
func (k *KeptGame) end(reason string) bool {
	length, how, told := strings.Cut(reason, ": ")
	if told {
		n, _ := fmt.Sscanf(length, "moves %d, minutes %d", &k.Moves, &k.Minutes)
		told = n == 2
	}
	if !told {
		how = reason
	}
	k.How = howOver
	if how == howGivenUp {
		k.How = howGivenUp
	}
	if word, won := strings.CutSuffix(how, " "+howWon); won {
		if k.Winner = slices.Index(k.words, word); k.Winner >= 0 {
			k.How = howWon
		}
	}
	return told
}

// keptGame is the game under way, as a list of games tells it.
func (g *game) keptGame() *KeptGame {
	k := &KeptGame{ID: g.journal.Name(), Winner: -1}
	k.set(g.setup, g.started)
	k.Moves, k.Minutes, k.How = len(g.log), int(g.length.Minutes()), howUnderWay
	if s := g.history.State().Status(); s.Over {
		k.How, k.Winner = howOver, seatNumber(s.Winner)
		if k.Winner >= 0 {
			k.How = howWon
		}
	}
	return k
}

func (k *KeptGame) set(setup engine.Setup, began time.Time) {
	k.Game, k.Started, k.words = setup.Game, rfc3339(began), setup.Seats
	for _, w := range setup.Seats {
		k.Seats = append(k.Seats, playerTitle(w))
	}
}

// askGames answers which games were played.
func (t *Table) askGames(p *Phone, r Request) Answer {
	if r.At < 0 {
		return answered(lang.T("no game is newer than the newest one"))
	}
	language := p.language
	var now *KeptGame
	if t.game != nil {
		now = t.game.keptGame()
	}
	return Answer{later: func(ctx context.Context) Answer {
		leave, err := t.archive.enter(ctx)
		if err != nil {
			return answered(err)
		}
		defer leave()
		all, err := t.archive.games(ctx, now)
		if err != nil {
			return answered(err)
		}
		for i := range all {
			t.archive.tell(&all[i], language)
		}
		p := &Played{At: min(r.At, len(all)), Of: len(all)}
		p.Games = all[p.At:min(p.At+gamesAtOnce, len(all))]
		p.count(all)
		return Answer{OK: true, Games: p}
	}}
}

// tell fills in what people read of a game.
func (s *archive) tell(k *KeptGame, language string) {
	k.Title = k.ID
	if k.Game != "" {
		k.Title = s.title(k.Game, language)
	}
	if k.wrong != nil {
		k.Text = k.wrong.In(language)
	}
}

// games lists all games, the newest first; now is the one under way. A game that has ended is looked at once.
func (s *archive) games(ctx context.Context, now *KeptGame) ([]KeptGame, error) {
	names, err := journal.Names(s.dir)
	if err != nil {
		return nil, err
	}
	all := []KeptGame{}
	for _, name := range names[:min(len(names), mostKept)] {
		k, known := s.ended[name]
		switch {
		case known:
		case ctx.Err() != nil:
			return nil, errManyRecords
		case now != nil && now.ID == name:
			k = *now
		default:
			if k, err = s.glance(name); errors.Is(err, journal.ErrNoJournal) {
				continue
			}
			if err != nil {
				k.How, k.wrong = howUnread, sentence{err}
			}
			if k.How != howLeft && k.How != howUnread {
				s.ended[name] = k
			}
		}
		all = append(all, k)
	}
	return all, nil
}

// glance finds out how a game went, mostly without reading all of its journal.
func (s *archive) glance(name string) (KeptGame, error) {
	k := KeptGame{ID: name, Seats: []string{}, Winner: -1}
	g, err := journal.Glance(s.dir, name)
	if err != nil {
		return k, err
	}
	if g.Setup.Game == "" {
		return k, lang.T("the record cannot be read: {1}", g.Damage)
	}
	k.set(g.Setup, g.Began)
	if g.Ended && k.end(g.Reason) {
		return k, nil
	}
	whole, err := journal.Read(s.dir, name)
	if err != nil {
		return k, err
	}
	k.Moves, k.Minutes = whole.Moves, minutesOf(whole)
	if !g.Ended {
		k.How = howLeft
	}
	if whole.Damage != nil {
		k.wrong = lang.T("The record is damaged: {1}.", whole.Damage)
	}
	return k, nil
}

// minutesOf is for how long a game was played.
func minutesOf(kept *journal.Kept) int {
	g := game{started: kept.Began}
	for _, s := range kept.Steps {
		g.passed(s.At)
	}
	return int(g.length.Minutes())
}

// count tells who won against whom, in the games that came to their end.
func (p *Played) count(all []KeptGame) {
	p.Players, p.Beats = []Player{}, []Beat{}
	at := make(map[string]int)
	for _, k := range all {
		if k.How != howWon && k.How != howOver {
			continue
		}
		for i, w := range k.words {
			if _, ok := at[w]; !ok {
				at[w] = len(p.Players)
				p.Players = append(p.Players, Player{Title: k.Seats[i], Games: make(map[string]Score), word: w})
			}
			player := &p.Players[at[w]]
			game := player.Games[k.Title]
			player.All.add(i == k.Winner)
			game.add(i == k.Winner)
			player.Games[k.Title] = game
		}
	}
	slices.SortStableFunc(p.Players, func(a, b Player) int {
		return cmp.Or(b.All.Played-a.All.Played, b.All.Won-a.All.Won, strings.Compare(a.word, b.word))
	})
	p.Players = p.Players[:min(len(p.Players), mostPlayers)]
	p.pair(all)
}

func (s *Score) add(won bool) {
	s.Played++
	if won {
		s.Won++
	}
}

// pair counts how often each player beat each other one.
func (p *Played) pair(all []KeptGame) {
	at := make(map[string]int)
	for i, player := range p.Players {
		at[player.word] = i
	}
	n := make(map[[2]int]int)
	for _, k := range all {
		if k.How != howWon {
			continue
		}
		winner, told := at[k.words[k.Winner]]
		for i, w := range k.words {
			if loser, ok := at[w]; ok && told && i != k.Winner {
				n[[2]int{winner, loser}]++
			}
		}
	}
	for winner := range p.Players {
		for loser := range p.Players {
			if n := n[[2]int{winner, loser}]; n > 0 {
				p.Beats = append(p.Beats, Beat{winner, loser, n})
			}
		}
	}
}

func rfc3339(t time.Time) string { return t.UTC().Format(time.RFC3339) }
