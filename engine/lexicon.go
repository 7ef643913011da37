package engine

import "slices"

// Lexicon translates the names of a catalog into a game's own numbers. A meaning M is a struct of them.
type Lexicon[M any] struct {
	catalog  *Catalog
	meanings []M // by name
	nothing  M
}

// NewLexicon returns a lexicon in which each name has the meaning nothing.
func NewLexicon[M any](c *Catalog, nothing M) Lexicon[M] {
	return Lexicon[M]{catalog: c, meanings: slices.Repeat([]M{nothing}, c.Len()), nothing: nothing}
}

// Catalog returns the catalog whose names it translates.
func (l *Lexicon[M]) Catalog() *Catalog { return l.catalog }

// Of returns the meaning of a name. It must not be changed when the game has begun.
func (l *Lexicon[M]) Of(n Name) *M {
	if int(n) < len(l.meanings) {
		return &l.meanings[n]
	}
	return &l.nothing
}

// Word returns the meaning of a word of the catalog, to be set.
func (l *Lexicon[M]) Word(word string) *M { return &l.meanings[l.catalog.Name(word)] }

// List appends the name of a word to a list of names, and returns the word's meaning, to be set.
func (l *Lexicon[M]) List(to *[]Name, word string) *M {
	*to = append(*to, l.catalog.Name(word))
	return l.Word(word)
}
