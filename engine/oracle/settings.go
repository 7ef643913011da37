package oracle

import (
	"strconv"
	"strings"

	"familiar/engine"
)

// target is a value that an amend can set: its kind, and its index among those of that kind.
type target struct {
	kind  targetKind
	index int16
}

type targetKind uint8

const (
	noTarget targetKind = iota
	targetHours
	targetGold
	targetFigure
	targetReady // by kind of box
	targetUsed
	targetCharms // by colour
	targetTalismans
	targetRow
	targetClanX
	targetClanIcons
	targetPrediction
	targetSlot
	targetRune
	targetLine
	targetCell
	targetBag
)

// setting is a target with its entry in the catalog.
type setting struct {
	target
	word  string
	class engine.Class
	title string
}

// settings returns the values that an amend can set. It can also move Corruption cards: section Amend.
func settings(list *cardList, p *paths, seats []string, oracle engine.Seat) []setting {
	var all []setting
	set := func(kind targetKind, index int, word string, class engine.Class, title string) {
		all = append(all, setting{target{kind, int16(index)}, word, class, title})
	}
	for i, s := range seats {
		set(targetHours, i, p.seats[i].hours, classCount, engine.TitleOf(s)+"'s hours")
	}
	hers := engine.TitleOf(seats[oracle]) + "'s "
	set(targetGold, 0, p.gold, classCount, hers+"gold")
	set(targetFigure, 0, p.figure, classFigure, hers+"figure")
	for i, title := range [boxKinds]string{"+1/−1 boxes", "Move 1 boxes"} {
		set(targetReady, i, p.boxes[i].ready, classCount, hers+title+", black")
		set(targetUsed, i, p.boxes[i].used, classCount, hers+title+", ticked")
	}
	for i, c := range list.colours {
		set(targetCharms, i, p.stall[charm][i], classCount, hers+c+" Charms")
		set(targetTalismans, i, p.stall[talisman][i], classCount, hers+c+" Talismans")
	}
	for i, w := range rowWords {
		set(targetRow, i, p.rows[i], classBoxes, hers+w+" row")
	}
	for i := range list.clans {
		of := " of " + engine.TitleOf(list.clans[i].name)
		set(targetClanX, i, p.clans[i].x, classCount, hers+"X boxes"+of)
		set(targetClanIcons, i, p.clans[i].icons, classCount, hers+"Market icons"+of)
	}
	for i := range list.strip.icons {
		set(targetPrediction, i, p.predictions[i].crossed, classCount, hers+"prediction "+strconv.Itoa(i+1)+", icons crossed out")
	}
	for i := range list.slots {
		set(targetSlot, i, p.staff[i], classManned, hers+engine.TitleOf(list.slots[i].name))
	}
	for i, class := range [runes]engine.Class{classDieAt, classDieAt, classCoinAt, classPlainAt, classPlainAt} {
		set(targetRune, i, p.bowl[i], class, "In the bowl: "+runeTitles[i])
	}
	for i := range list.starMap.lines {
		word := list.starMap.lines[i].path
		set(targetLine, i, word, classLine, "Line "+strings.ReplaceAll(strings.TrimPrefix(word, "line."), ".", "–"))
	}
	for i := range list.starMap.cells {
		word := list.starMap.cells[i].path
		set(targetCell, i, word, classCell, "Cell "+strings.TrimPrefix(word, "cell."))
	}
	for i := range list.adventurers {
		set(targetBag, i, p.bag[i], classCount, "In the bag: "+list.adventurers[i].colour)
	}
	return all
}
