package sator

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"familiar/engine"
)

// newCatalog returns the catalog of a game.
func newCatalog(list *cardList, seats []string) (*engine.Catalog, error) {
	entries := fixedWords()
	entries[wordBoard-1].Traits = map[string]string{"columns": strconv.Itoa(list.grid.columns), "rows": strconv.Itoa(list.grid.rows)}
	for c := range list.grid.all.all {
		entries = append(entries, engine.Entry{Word: cellWord(c), Class: classCell, Title: cellWord(c)})
	}
	for i := range list.quadrants {
		q := &list.quadrants[i]
		entries = append(entries, engine.Entry{
			Word: q.name, Class: classQuadrant, Title: strings.ToUpper(q.name), Traits: map[string]string{"from": q.from, "to": q.to},
		})
	}
	for i := range list.colours {
		entries = append(entries, list.colourEntry(i))
	}
	for i := range list.shapes {
		entries = append(entries, list.shapeEntry(i))
	}
	for bridge := range list.bridges() {
		entries = append(entries, engine.Entry{
			Word: list.bridgeWord(bridge), Class: engine.ClassThing | classBridge, Copies: 1, Title: list.bridgeTitle(bridge),
			Traits: map[string]string{"shape": list.shapes[shapeOf(bridge)].name, "type": list.types[typeOf(bridge)]},
		}, engine.Entry{Word: "bridge." + list.bridgeWord(bridge), Class: classLaid, Title: list.bridgeTitle(bridge)})
	}
	for i := range list.incertus {
		entries = append(entries, list.cardEntry(&list.incertus[i], classIncertus, "incertus", list.incertus[i].copies))
	}
	for i := range list.prayers {
		entries = append(entries, list.cardEntry(&list.prayers[i], classPrayer, "fidei", len(seats)))
	}
	for i := range list.placements {
		entries = append(entries, list.placementEntry(i))
	}
	for _, s := range seats {
		entries = append(entries, seatWords(list, s)...)
	}
	return engine.NewCatalog(engine.Merged(entries), seats, signatures())
}

func (l *cardList) colourEntry(i int) engine.Entry {
	c := &l.colours[i]
	return engine.Entry{
		Word: c.name, Class: engine.ClassThing | classColour, Copies: 1,
		Traits: map[string]string{"colour": c.name, "quadrant": l.quadrants[c.quadrant].name, "start": cellWord(c.start), "side": directionWords[c.side]},
	}
}

func (l *cardList) shapeEntry(i int) engine.Entry {
	s := &l.shapes[i]
	var cells, orientations []string
	for _, v := range s.cells {
		cells = append(cells, fmt.Sprint(v.e, v.n))
	}
	for q, f := range s.forms {
		if f != noForm {
			orientations = append(orientations, orientationWords[q])
		}
	}
	return engine.Entry{
		Word: s.name, Class: classShape, Title: shapeTitle(s.name),
		Traits: map[string]string{"cells": strings.Join(cells, ", "), "orientations": strings.Join(orientations, " ")},
	}
}

func (l *cardList) cardEntry(k *kind, class engine.Class, deck string, copies int) engine.Entry {
	e := engine.Entry{
		Word: k.name, Class: engine.ClassCard | class, Copies: copies, Title: l.cardTitle(k), Effects: l.said(k),
		Traits: map[string]string{"deck": deck, "effect": effectWords[k.does]},
	}
	if k.shapeOrType != anyBridge {
		if k.does == doRotas {
			e.Traits["shape"] = l.shapes[k.shapeOrType].name
		} else {
			e.Traits["type"] = l.types[k.shapeOrType]
		}
	}
	maps.Copy(e.Traits, k.traits())
	return e
}

// traits returns the numbers of a card, for people who look at a picture of its costs.
func (k *kind) traits() map[string]string {
	n := strconv.Itoa
	each := func(p price) map[string]string { return map[string]string{"cost": n(p.cost), "most": n(p.most)} }
	switch k.does {
	case doRotas:
		return each(k.turn)
	case doMoves, doLeap:
		return each(k.shift)
	case doEither:
		return map[string]string{"turn-cost": n(k.turn.cost), "turn-most": n(k.turn.most), "cell-cost": n(k.shift.cost), "cell-most": n(k.shift.most)}
	case doPush:
		var levels []string
		for _, x := range k.levels {
			levels = append(levels, fmt.Sprint(x.points, x.acolytes, x.cells))
		}
		return map[string]string{"levels": strings.Join(levels, ", ")}
	case doStride, doFervour:
		return map[string]string{"cost": n(k.cost), "most": n(k.most)}
	case doHaul:
		return map[string]string{"cost": n(k.cost), "least": n(k.least), "most": n(k.most)}
	}
	return map[string]string{"cost": n(k.cost)}
}

// cardTitle returns a card's title: rotas-tee4 is ROTAS: Tee of four.
func (l *cardList) cardTitle(k *kind) string {
	switch {
	case k.shapeOrType == anyBridge:
	case k.does == doRotas && k.name == effectWords[doRotas]+"-"+l.shapes[k.shapeOrType].name:
		return "ROTAS: " + shapeTitle(l.shapes[k.shapeOrType].name)
	case k.does == doMoves && k.name == effectWords[doMoves]+"-"+l.types[k.shapeOrType]:
		return "MOVES: " + engine.TitleOf(l.types[k.shapeOrType])
	}
	return ""
}

func (l *cardList) placementEntry(i int) engine.Entry {
	p := &l.placements[i]
	var cells []string
	for c, x := range p.cells {
		cells = append(cells, l.colours[c].name+" "+cellWord(x))
	}
	return engine.Entry{
		Word: p.name, Class: engine.ClassCard | classPlacement, Copies: 1,
		Traits: map[string]string{"colour": l.colours[p.colour].name, "cells": strings.Join(cells, ", ")},
	}
}

// seatWords returns the names that belong to a player.
func seatWords(list *cardList, s string) []engine.Entry {
	whose := engine.TitleOf(s) + "'s "
	all := []engine.Entry{
		{Word: s + ".hand", Class: engine.ClassPlace | engine.ClassHand | classHand, Title: whose + "hand"},
		{Word: s + ".pile", Class: engine.ClassPlace | classPrayerPile, Title: whose + "Liber Fidei"},
		{Word: s + ".out", Class: engine.ClassPlace | classPrayersOut, Title: whose + "used prayers"},
		{Word: s + ".at", Class: classAt, Title: whose + "Acolyte"},
		{Word: s + ".gargoyle", Class: classGargoyle, Title: whose + "Gargoyle"},
	}
	for i := range list.colours {
		q := list.quadrantOf(i).name
		all = append(all, engine.Entry{Word: s + ".book." + q, Class: classBook, Title: whose + "book of " + strings.ToUpper(q)})
	}
	return all
}
