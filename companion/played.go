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
	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// keptGame is a game with a record, before a phone reads it in its language.
type keptGame struct {
	protocol.KeptGame
	words []string       // of the seats
	wrong lang.Localized // what is wrong with the record; nil: nothing
}

const (
	gamesAtOnce = 50   // that are told
	mostKept    = 5000 // the newest ones: older games are neither told nor counted
	mostPlayers = 24   // those who played most
)

var errManyRecords = lang.T("there are many records, which are being read for the first time: ask again")

// end reads what a record says of the end of its game. Records of before say less: then it is false.
func (k *keptGame) end(reason string) bool {
	length, how, told := strings.Cut(reason, ": ")
	if told {
		n, _ := fmt.Sscanf(length, "moves %d, minutes %d", &k.Moves, &k.Minutes)
		told = n == 2
	}
	if !told {
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
	return told
}

// underWay is the game under way, as a list of games tells it.
func underWay(g *session.Game) *keptGame {
	k := &keptGame{KeptGame: protocol.KeptGame{ID: g.Journal.Name(), Winner: -1}}
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

func (k *keptGame) set(setup engine.Setup, began time.Time) {
	k.Game, k.Started, k.words = setup.Game, protocol.Time(began), setup.Seats
	for _, w := range setup.Seats {
		k.Seats = append(k.Seats, playerTitle(w))
	}
}

// askGames answers which games were played.
func (t *Table) askGames(p *Phone, r protocol.Request) answer {
	if r.At < 0 {
		return answered(lang.T("no game is newer than the newest one"))
	}
	language := p.language
	var now *keptGame
	if t.game != nil {
		now = underWay(t.game)
	}
	return answer{later: func(ctx context.Context) answer {
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
		p := &protocol.Played{Games: []protocol.KeptGame{}, At: min(r.At, len(all)), Of: len(all)}
		for _, k := range all[p.At:min(p.At+gamesAtOnce, len(all))] {
			p.Games = append(p.Games, k.KeptGame)
		}
		p.Players, p.Beats = standings(all)
		return answer{Answer: protocol.Answer{OK: true, Games: p}}
	}}
}

// tell fills in what people read of a game.
func (s *archive) tell(k *keptGame, language string) {
	k.Title = k.ID
	if k.Game != "" {
		k.Title = s.title(k.Game, language)
	}
	if k.wrong != nil {
		k.Text = k.wrong.In(language)
	}
}

// games lists all games, the newest first; now is the one under way. A game that has ended is looked at once.
func (s *archive) games(ctx context.Context, now *keptGame) ([]keptGame, error) {
	names, err := journal.Names(s.dir)
	if err != nil {
		return nil, err
	}
	all := []keptGame{}
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
				k.How, k.wrong = protocol.HowUnread, lang.Sentence(err)
			}
			if k.How != protocol.HowLeft && k.How != protocol.HowUnread {
				s.ended[name] = k
			}
		}
		all = append(all, k)
	}
	return all, nil
}

// glance finds out how a game went, mostly without reading all of its journal.
func (s *archive) glance(name string) (keptGame, error) {
	k := keptGame{KeptGame: protocol.KeptGame{ID: name, Seats: []string{}, Winner: -1}}
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
		k.How = protocol.HowLeft
	}
	if whole.Damage != nil {
		k.wrong = lang.T("The record is damaged: {1}.", whole.Damage)
	}
	return k, nil
}

// minutesOf is for how long a game was played.
func minutesOf(kept *journal.Kept) int {
	p := session.PlayTimeFrom(kept.Began)
	for _, s := range kept.Steps {
		p.Pass(s.At)
	}
	return p.Minutes()
}

// standings are who won against whom, in the games that came to their end.
func standings(all []keptGame) ([]protocol.Player, []protocol.Beat) {
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
	told, words := []protocol.Player{}, make([]string, 0, mostPlayers)
	for _, p := range players[:min(len(players), mostPlayers)] {
		told, words = append(told, p.Player), append(words, p.word)
	}
	return told, beats(all, words)
}

// scored is a score after one more game.
func scored(s protocol.Score, won bool) protocol.Score {
	s.Played++
	if won {
		s.Won++
	}
	return s
}

// beats counts how often each player beat each other one.
func beats(all []keptGame, players []string) []protocol.Beat {
	at := make(map[string]int)
	for i, word := range players {
		at[word] = i
	}
	n := make(map[[2]int]int)
	for _, k := range all {
		if k.How != protocol.HowWon {
			continue
		}
		winner, told := at[k.words[k.Winner]]
		for i, w := range k.words {
			if loser, ok := at[w]; ok && told && i != k.Winner {
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
