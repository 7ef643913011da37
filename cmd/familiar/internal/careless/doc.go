// Package careless measures how a table follows careless people: see package people.
//
// A line of the bench is a kind of people at a kind of table. Its games are played in bubbles of synthetic time at a table without devices: the loop of the
// table, with its journal and phones, is told what drivers would tell it. The type field decides which of several tags a reader sees. The seed of a game is its
// line, its name and its number, so that every game can be repeated, and logged:
//
//	go test ./cmd/familiar/internal/careless -tags careless -run TestFollow -v -follow "unaided/athame/7"
//
// The limit of a game is how well the best of all tables would have followed it. `make careless LIMIT=1` finds the limits of fifty games of each line.
//
// TestFewGames plays the first few games of some lines, and holds their figures against those that were kept. `make careless` plays thousands, keeps each
// result in a file, and writes the figures with their intervals, which are found by bootstrap over the games.
package careless
