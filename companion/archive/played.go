package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// Game is a game with a record, before it is rendered in the language of a phone.
type Game struct {
	protocol.KeptGame
	words []string       // of the seats
	wrong lang.Localized // what is wrong with the record; nil: nothing
}

const (
	gamesAtOnce = 50   // in one answer
	maxGames    = 5000 // the newest ones: older games are neither listed nor counted
	maxPlayers  = 24   // those who played most often
)

// readTime is how long records are read for one answer. There may be thousands, and other phones wait meanwhile. Those that are left are read for the next answers.
const readTime = 500 * time.Millisecond

// parseEnd reads what a record says about the end of its game, as session.Game.Ending writes it. It reports whether the record gives moves and minutes: older
// ones do not.
func (k *Game) parseEnd(reason string) bool {
	length, how, hasLength := strings.Cut(reason, ": ")
	if hasLength {
		n, _ := fmt.Sscanf(length, "moves %d, minutes %d", &k.Moves, &k.Minutes)
		hasLength = n == 2
	}
	if !hasLength {
		how = reason
	}
	k.How = protocol.HowOver
	if how == protocol.HowGivenUp {
		k.How = protocol.HowGivenUp
	}
	if word, won := strings.CutSuffix(how, " "+protocol.HowWon); won {
		if k.Winner = slices.Index(k.words, word); k.Winner >= 0 {
			k.How = protocol.HowWon
		}
	}
	return hasLength
}

// UnderWay returns the game under way for List; nil for nil. It is called by the goroutine that owns the game.
func UnderWay(g *session.Game) *Game {
	if g == nil {
		return nil
	}
	k := &Game{KeptGame: protocol.KeptGame{ID: g.Journal.Name(), Winner: -1}}
	k.set(g.Setup, g.Started)
	k.Moves, k.Minutes, k.How = len(g.Log), g.Played.Minutes(), protocol.HowUnderWay
	if s := g.History.State().Status(); s.Over {
		k.How, k.Winner = protocol.HowOver, protocol.SeatNumber(s.Winner)
		if k.Winner >= 0 {
			k.How = protocol.HowWon
		}
	}
	return k
}

func (k *Game) set(setup engine.Setup, began time.Time) {
	k.Game, k.Started, k.words = setup.Game, protocol.Time(began), setup.Seats
	for _, w := range setup.Seats {
		k.Seats = append(k.Seats, session.PlayerTitle(w))
	}
}

// List returns a page of the games, the newest first, beginning with game number from, counted from 0, and the scores over all games. now is the game under
// way, nil if there is none. Records that there was no time to read are the oldest ones, and are only counted.
func (a *Archive) List(ctx context.Context, now *Game, from int, language string) (*protocol.Played, error) {
	leave, err := a.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	all, unread, err := a.games(ctx, now)
	if err != nil {
		return nil, err
	}
	for i := range all {
		a.render(&all[i], language)
	}
	of := len(all) + unread
	p := &protocol.Played{Games: []protocol.KeptGame{}, At: min(from, of), Of: of, Unread: unread}
	for _, k := range all[min(p.At, len(all)):min(p.At+gamesAtOnce, len(all))] {
		p.Games = append(p.Games, k.KeptGame)
	}
	p.Players, p.Beats = scores(all)
	return p, nil
}

// render fills in what people read of a game.
func (a *Archive) render(k *Game, language string) {
	k.Title = k.ID
	if k.Game != "" {
		k.Title = a.library.Title(k.Game, language)
	}
	if k.wrong != nil {
		k.Text = k.wrong.In(language)
	}
}

// games returns all games, the newest first; now is the one under way. A game that has ended is read once. If there is no time to read all of them, the oldest ones are
// left out, and unread is how many these are.
func (a *Archive) games(ctx context.Context, now *Game) (all []Game, unread int, err error) {
	names, err := journal.Names(a.library.State)
	if err != nil {
		return nil, 0, err
	}
	names = names[:min(len(names), maxGames)]
	began := time.Now()
	for i, name := range names {
		k, known := a.ended[name]
		switch {
		case known:
		case now != nil && now.ID == name:
			k = *now
		default:
			if k, err = a.glance(name); errors.Is(err, journal.ErrNoJournal) {
				continue
			}
			if err != nil {
				k.How, k.wrong = protocol.HowUnread, lang.Sentence(err)
			}
			if k.How != protocol.HowLeft && k.How != protocol.HowUnread {
				a.ended[name] = k
			}
			if time.Since(began) > a.readTime || ctx.Err() != nil {
				return append(all, k), len(names) - i - 1, nil
			}
		}
		all = append(all, k)
	}
	return all, 0, nil
}

// glance returns how a game went. It reads the whole journal only if that does not say so at its end.
func (a *Archive) glance(name string) (Game, error) {
	k := Game{KeptGame: protocol.KeptGame{ID: name, Seats: []string{}, Winner: -1}}
	g, err := journal.Glance(a.library.State, name)
	if err != nil {
		return k, err
	}
	if g.Setup.Game == "" {
		return k, lang.T("the record cannot be read: {1}", g.Damage)
	}
	k.set(g.Setup, g.Began)
	if g.Ended && k.parseEnd(g.Reason) {
		return k, nil
	}
	whole, err := journal.Read(a.library.State, name)
	if err != nil {
		return k, err
	}
	k.Moves, k.Minutes = whole.Moves, minutesOf(whole)
	if !g.Ended {
		k.How = protocol.HowLeft
	}
	if whole.Damage != nil {
		k.wrong = lang.T("The record is damaged: {1}.", whole.Damage)
	}
	return k, nil
}

// minutesOf returns how many minutes a game was played.
func minutesOf(kept *journal.Kept) int {
	p := session.PlayTimeFrom(kept.Began)
	for _, s := range kept.Steps {
		p.Pass(s.At)
	}
	return p.Minutes()
}

// scores returns how often each player has played and won, and who won against whom, over the games that were played to their end.
func scores(all []Game) ([]protocol.Player, []protocol.Beat) {
	type player struct {
		protocol.Player
		word string
	}
	var players []player
	at := make(map[string]int)
	for _, k := range all {
		if k.How != protocol.HowWon && k.How != protocol.HowOver {
			continue
		}
		for i, w := range k.words {
			if _, ok := at[w]; !ok {
				at[w] = len(players)
				players = append(players, player{protocol.Player{Title: k.Seats[i], Games: make(map[string]protocol.Score)}, w})
			}
			p := &players[at[w]]
			p.All = scored(p.All, i == k.Winner)
			p.Games[k.Title] = scored(p.Games[k.Title], i == k.Winner)
		}
	}
	slices.SortStableFunc(players, func(a, b player) int {
		return cmp.Or(b.All.Played-a.All.Played, b.All.Won-a.All.Won, strings.Compare(a.word, b.word))
	})
	top, words := []protocol.Player{}, make([]string, 0, maxPlayers)
	for _, p := range players[:min(len(players), maxPlayers)] {
		top, words = append(top, p.Player), append(words, p.word)
	}
	return top, beats(all, words)
}

// scored returns a score after one more game.
func scored(s protocol.Score, won bool) protocol.Score {
	s.Played++
	if won {
		s.Won++
	}
	return s
}

// beats counts how often each player beat each other one.
func beats(all []Game, players []string) []protocol.Beat {
	at := make(map[string]int)
	for i, word := range players {
		at[word] = i
	}
	n := make(map[[2]int]int)
	for _, k := range all {
		if k.How != protocol.HowWon {
			continue
		}
		winner, counts := at[k.words[k.Winner]]
		for i, w := range k.words {
			if loser, ok := at[w]; ok && counts && i != k.Winner {
				n[[2]int{winner, loser}]++
			}
		}
	}
	table := []protocol.Beat{}
	for winner := range players {
		for loser := range players {
			if n := n[[2]int{winner, loser}]; n > 0 {
				table = append(table, protocol.Beat{Winner: winner, Loser: loser, N: n})
			}
		}
	}
	return table
}
