package oracle

import (
	"strconv"
	"strings"

	"familiar/engine"
)

// path is a value that an amend can set. Its index counts within its kind of thing.
type path struct {
	of    thing
	index int16
}

type thing uint8

const (
	noThing thing = iota
	ofHours
	ofGold
	ofFigure
	ofReady // by kind of box
	ofUsed
	ofCharms // by colour
	ofTalismans
	ofRow
	ofClanX
	ofClanIcons
	ofPrediction
	ofSlot
	ofRune
	ofLine
	ofCell
	ofBag
)

// setting is a path with its word and its title.
type setting struct {
	path
	word  string
	class engine.Class
	title string
}

// settings returns everything that an amend can set: part 16.
func settings(list *cardList, p *paths, seats []string, oracle engine.Seat) []setting {
	var all []setting
	set := func(of thing, index int, word string, class engine.Class, title string) {
		all = append(all, setting{path{of, int16(index)}, word, class, title})
	}
	for i, s := range seats {
		set(ofHours, i, p.seats[i].hours, classCount, engine.TitleOf(s)+"'s hours")
	}
	hers := engine.TitleOf(seats[oracle]) + "'s "
	set(ofGold, 0, p.gold, classCount, hers+"gold")
	set(ofFigure, 0, p.figure, classFigure, hers+"figure")
	for i, title := range [sorts]string{"+1/−1 boxes", "Move 1 boxes"} {
		set(ofReady, i, p.boxes[i].ready, classCount, hers+title+", black")
		set(ofUsed, i, p.boxes[i].used, classCount, hers+title+", ticked")
	}
	for i, c := range list.colours {
		set(ofCharms, i, p.stall[charm][i], classCount, hers+c+" Charms")
		set(ofTalismans, i, p.stall[talisman][i], classCount, hers+c+" Talismans")
	}
	for i, w := range rowWords {
		set(ofRow, i, p.rows[i], classBoxes, hers+w+" row")
	}
	for i := range list.clans {
		of := " of " + engine.TitleOf(list.clans[i].name)
		set(ofClanX, i, p.clans[i].x, classCount, hers+"X boxes"+of)
		set(ofClanIcons, i, p.clans[i].icons, classCount, hers+"Market icons"+of)
	}
	for i := range list.strip.icons {
		set(ofPrediction, i, p.predictions[i].crossed, classCount, hers+"prediction "+strconv.Itoa(i+1)+", icons crossed out")
	}
	for i := range list.slots {
		set(ofSlot, i, p.staff[i], classManned, hers+engine.TitleOf(list.slots[i].name))
	}
	for i, class := range [runes]engine.Class{classDieAt, classDieAt, classCoinAt, classPlainAt, classPlainAt} {
		set(ofRune, i, p.bowl[i], class, "In the bowl: "+runeTitles[i])
	}
	for i := range list.sky.lines {
		word := list.sky.lines[i].path
		set(ofLine, i, word, classLine, "Line "+strings.ReplaceAll(strings.TrimPrefix(word, "line."), ".", "–"))
	}
	for i := range list.sky.cells {
		word := list.sky.cells[i].path
		set(ofCell, i, word, classCell, "Cell "+strings.TrimPrefix(word, "cell."))
	}
	for i := range list.adventurers {
		set(ofBag, i, p.bag[i], classCount, "In the bag: "+list.adventurers[i].colour)
	}
	return all
}
