package commands

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
	"familiar/companion/tags"
	"familiar/engine"
)

// Tags lists and changes which tag stands for which name.
type Tags struct {
	List   tagsList   `cmd:"" default:"withargs" help:"Tell which cards and other things have a tag, and which do not."`
	Set    tagsSet    `cmd:"" help:"Make a tag stand for a name."`
	Forget tagsForget `cmd:"" help:"Make a tag stand for nothing."`
	Aside  tagsAside  `cmd:"" help:"Move a tags file that cannot be read out of the way."`
}

// box names the box of cards for a command.
type box struct {
	Game  string `default:"${game}" placeholder:"GAME" help:"The game (default: ${default})."`
	Pack  string `default:"${pack}" placeholder:"PACK" help:"Its card list (default: ${default})."`
	State string `env:"FAMILIAR_STATE" placeholder:"DIR" help:"Where tags are kept (default: ${state})."`
}

func (b box) load(e cli.Env) (*tags.Tags, tags.Box, error) {
	dir, err := install.StateAt(e.Installed, b.State)
	if err != nil {
		return nil, tags.Box{}, err
	}
	t, err := tags.Load(dir)
	if err != nil {
		err = fmt.Errorf("%w. Mend the line, or begin anew with `familiar tags aside`: the file is kept", err)
	}
	return t, tags.Box{Game: b.Game, Pack: b.Pack}, err
}

// names returns the catalog of the box, and its words.
func (b box) names(e cli.Env) (*engine.Catalog, *engine.Phrases, error) {
	g, err := gameNamed(e, b.Game)
	if err != nil {
		return nil, nil, fmt.Errorf("there is no game %q", b.Game)
	}
	pack, err := listOf(e, g, b.Pack, b.State)
	if err != nil {
		return nil, nil, err
	}
	state, err := g.Sample(b.Pack, pack)
	if err != nil {
		return nil, nil, err
	}
	words, err := engine.ParsePhrases(g.Words.Read())
	if err != nil {
		return nil, nil, fmt.Errorf("the words of %s: %w", b.Game, err)
	}
	return state.Catalog(), words, nil
}

type tagsList struct {
	box
}

// Run lists tags.
func (l tagsList) Run(e cli.Env) error {
	t, of, err := l.load(e)
	if err != nil {
		return err
	}
	c, words, err := l.names(e)
	if err != nil {
		return err
	}
	have := make(map[string][]string)
	for uid, word := range t.Words(of) {
		have[word] = append(have[word], string(uid))
	}
	cards, things := 0, 0 // without a tag
	for _, item := range tags.Items(c, words) {
		uids := slices.Sorted(slices.Values(have[item.Word]))
		delete(have, item.Word)
		note := strings.Join(uids, " ")
		if short := item.Copies - len(uids); short > 0 {
			missing := &cards
			if item.Optional {
				missing = &things
			}
			*missing += short
			note = strings.TrimSpace(fmt.Sprintf("%s (%d without a tag)", note, short))
		}
		fmt.Fprintf(e.Stdout, "%-24s %s\n", item.Word, note)
	}
	for _, word := range slices.Sorted(maps.Keys(have)) {
		note := strings.Join(have[word], " ")
		if c.Name(word) == engine.Unknown && tags.Seat(word) == 0 {
			note += ": the card list has no such name"
		}
		fmt.Fprintf(e.Stdout, "%-24s %s\n", word, note)
	}
	if cards > 0 {
		fmt.Fprintf(e.Stdout, "%d cards have no tag yet: enrol them on a phone, by tapping one after the other.\n", cards)
	}
	if things > 0 {
		fmt.Fprintf(e.Stdout, "%d other things have no tag, and need none: it only makes telling easier.\n", things)
	}
	return nil
}

type tagsSet struct {
	box
	UID  string `arg:"" help:"The tag's number, in hexadecimal digits."`
	Word string `arg:"" help:"The name for which it stands: a card, thing, place or verb of the game, or a seat (seat-1)."`
}

// Run assigns a tag.
func (s tagsSet) Run(e cli.Env) error {
	uid, err := tags.ParseUID(s.UID)
	if err != nil {
		return err
	}
	t, of, err := s.load(e)
	if err != nil {
		return err
	}
	if word, ok := t.Word(of, uid); ok && word != s.Word {
		return fmt.Errorf("%s is %s already: forget it first", uid, word)
	}
	c, _, err := s.names(e)
	if err != nil {
		return err
	}
	// Seats have the same words in every game, and commands are in no catalog.
	if c.Name(s.Word) == engine.Unknown && !engine.IsName(s.Word) {
		return fmt.Errorf("%q is no name", s.Word)
	}
	return t.Assign(of, uid, s.Word)
}

type tagsForget struct {
	box
	UID string `arg:"" help:"The tag's number, in hexadecimal digits."`
}

// Run forgets a tag.
func (f tagsForget) Run(e cli.Env) error {
	uid, err := tags.ParseUID(f.UID)
	if err != nil {
		return err
	}
	t, of, err := f.load(e)
	if err != nil {
		return err
	}
	if _, ok := t.Word(of, uid); !ok {
		return fmt.Errorf("%s stands for nothing in %s %s", uid, of.Game, of.Pack)
	}
	return t.Forget(of, uid)
}

type tagsAside struct {
	State string `env:"FAMILIAR_STATE" placeholder:"DIR" help:"Where tags are kept (default: ${state})."`
}

// Run moves the file away.
func (a tagsAside) Run(e cli.Env) error {
	dir, err := install.StateAt(e.Installed, a.State)
	if err != nil {
		return err
	}
	t, err := tags.Load(dir)
	if err == nil {
		return fmt.Errorf("the tags can be read: there is no need to move them away")
	}
	aside, err := t.SetAside()
	if err != nil {
		return err
	}
	fmt.Fprintf(e.Stdout, "The tags are kept in %s.\n", aside)
	return nil
}
