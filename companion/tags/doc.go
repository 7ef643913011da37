// Package tags knows which NFC tag stands for which name of a game.
//
// The file tags.toml in the state directory is made for people:
//
//	[sacrilege.house]
//	"04A2B3C4D5E680" = "imp"
//	"04A2B3C4D5E681" = "ann"
//
// Each table is a box: a game and one of its card lists. Its keys are the UIDs of tags in hexadecimal digits, its values
// are words of the game's catalog: cards, but seats, places, verbs and numbers as well. A word that the game does not have is no
// error of the file, because card lists change; it is told when the tag is used.
//
// The file is replaced as a whole or not at all. One that cannot be read is never overwritten. A Tags and
// an Enrolment belong to one goroutine.
package tags
