package record

import (
	"slices"

	"familiar/engine"
)

// Record is a table record as read from a file.
type Record struct {
	Name  string // of its file
	Setup engine.Setup
	Lines []Line // all lines, headers and empty ones included
}

// Kind is the kind of a line.
type Kind uint8

const (
	Blank    Kind = iota // nothing, or a comment
	Header               // a part of the setup
	Play                 // a move is made
	Undo                 // the last move that stands is taken back
	Refusal              // a move must be refused
	Verbs                // exactly these verbs are legal for a seat
	ArgLists             // exactly these argument lists are legal for a seat and a verb
	Fact                 // a fact holds
)

// Line is one line of a record. Its Kind decides which fields are in use.
type Line struct {
	Number  int // in its file, from 1
	Kind    Kind
	Word    string     // Header: game, pack, seat or option
	Seat    string     // Play, Undo, Refusal, Verbs, ArgLists
	Verb    string     // Play, Undo, Refusal, ArgLists
	Args    []string   // Play, Refusal; Header: the words after the first
	Rule    string     // Refusal: the rule that must be named; empty: any rule
	Set     [][]string // Verbs: the legal verbs; ArgLists: the legal argument lists, empty for a move without arguments
	Path    string     // Fact
	Value   string     // Fact: words with a single space between
	Comment string     // the text after #, trimmed
}

const (
	tableWord = "table"
	undoWord  = "undo"
	holdWord  = "hold"
	amendWord = "amend"
)

// New returns a record that holds only the header of a setup.
func New(name string, setup engine.Setup) *Record {
	r := &Record{Name: name}
	r.addHeader("game", setup.Game)
	if setup.Pack != "" {
		r.addHeader("pack", setup.Pack)
	}
	for _, s := range setup.Seats {
		r.addHeader("seat", s)
	}
	for _, o := range setup.Options {
		r.addHeader("option", o.Name, o.Value)
	}
	return r
}

func (r *Record) addHeader(word string, args ...string) {
	r.Add(Line{Kind: Header, Word: word, Args: args})
}

// Add appends a line and numbers it.
func (r *Record) Add(l Line) {
	l.Number = len(r.Lines) + 1
	r.Lines = append(r.Lines, l)
	r.applyHeader(l)
}

// applyHeader adds a header line to the setup.
func (r *Record) applyHeader(l Line) {
	if l.Kind != Header {
		return
	}
	switch l.Word {
	case "game":
		r.Setup.Game = l.Args[0]
	case "pack":
		r.Setup.Pack = l.Args[0]
	case "seat":
		r.Setup.Seats = append(r.Setup.Seats, l.Args[0])
	case "option":
		r.Setup.Options = append(r.Setup.Options, engine.OptionValue{Name: l.Args[0], Value: l.Args[1]})
	}
}

// header returns the first header line with that word, or else the first line.
func (r *Record) header(word string) Line {
	i := slices.IndexFunc(r.Lines, func(l Line) bool { return l.Kind == Header && l.Word == word })
	if i >= 0 {
		return r.Lines[i]
	}
	return Line{Number: 1}
}
