package rig

import (
	"cmp"
	"fmt"
	"slices"

	"familiar/cmd/familiar/internal/daemon"
	"familiar/engine"
	"familiar/hw/nfc"
)

// steps are what was done at a table, as sentences: the report of a failure has the last ones.
type steps struct {
	actor     string // whoever uses readers, buttons and knobs now
	sentences []string
	stickers  map[nfc.UID]string // what is printed on the tags
	titles    map[string]string  // the same, by word
	words     *engine.Phrases    // of the game; nil if they are not known
}

func newSteps(all []daemon.VirtualTag) steps {
	s := steps{actor: "Somebody", stickers: make(map[nfc.UID]string), titles: make(map[string]string)}
	for _, tag := range all {
		s.stickers[tag.UID] = tag.Title
		s.titles[tag.Word] = tag.Title
	}
	return s
}

// AddStep adds a sentence about what is done now.
func (r *Rig) AddStep(format string, args ...any) {
	r.steps.sentences = append(r.steps.sentences, fmt.Sprintf(format, args...))
}

// LastSteps returns the last sentences, and how many there are before them.
func (r *Rig) LastSteps(n int) (before int, sentences []string) {
	before = max(0, len(r.steps.sentences)-n)
	return before, slices.Clone(r.steps.sentences[before:])
}

// ActAs names who uses readers, buttons and knobs from now on, for the sentences; "" is somebody.
func (r *Rig) ActAs(name string) { r.steps.actor = cmp.Or(name, "Somebody") }

// UseWords makes the sentences call verbs as a game does.
func (r *Rig) UseWords(words *engine.Phrases) { r.steps.words = words }

// sticker returns what is printed on a tag.
func (s *steps) sticker(uid nfc.UID) string {
	if title := s.stickers[uid]; title != "" {
		return "“" + title + "”"
	}
	return "a tag without a meaning"
}

// title returns how people call a word of the game.
func (s *steps) title(word string) string {
	verb := ""
	if s.words != nil {
		verb = s.words.Verbs[word]
	}
	return cmp.Or(verb, s.titles[word], engine.TitleOf(word))
}
