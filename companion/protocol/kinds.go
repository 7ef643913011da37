package protocol

import "slices"

// Kind is what a request asks for: its `type`.
type Kind string

// KindDoc describes a kind of requests.
type KindDoc struct {
	Kind   Kind
	Fields []string // the fields of Request that it has, as JSON names them
}

// Kinds are all kinds of requests. The web lets no other in, and the table answers each of them.
var Kinds = []KindDoc{
	{"start", []string{"game", "seats", "options", "pack", "colours"}},
	{"end", nil},
	{"sit", []string{"seat"}},
	{"stand", nil},
	{"move", []string{"verb", "args", "seat", "times"}},
	{"check", []string{"verb", "args", "seat"}},
	{"may", []string{"seat", "verb", "args", "suppose"}},
	{"lay", []string{"on"}},
	{"undo", []string{"steps", "of"}},
	{"past", []string{"game", "at", "names"}},
	{"games", []string{"at"}},
	{"record", []string{"game"}},
	{"pick", []string{"gesture", "option"}},
	{"drop", []string{"gesture"}},
	{"hint", []string{"on"}},
	{"hints", []string{"on"}},
	{"mute", []string{"on"}},
	{"devices", nil},
	{"pause", []string{"on"}},
	{"give", []string{"phone", "seat"}},
	{"kick", []string{"phone"}},
	{"host", []string{"phone", "on"}},
	{"code", nil},
	{"knocks", nil},
	{"enrol", []string{"action", "game", "pack", "args"}},
	{"packs", []string{"action", "game", "pack", "edit"}},
}

// Known reports whether there are requests of a kind.
func (k Kind) Known() bool {
	return slices.ContainsFunc(Kinds, func(d KindDoc) bool { return d.Kind == k })
}
