// Package tags stores which NFC tag stands for which name of a game.
//
// The file tags.toml in the state directory is made for people:
//
//	[sacrilege.house]
//	"04A2B3C4D5E680" = "imp"
//	"04A2B3C4D5E681" = "ann"
//
// Each table is a box: a game and one of its card lists. Its keys are the UIDs of tags in hexadecimal digits, its values
// are words of the game's catalog: cards, but also seats, places, verbs and numbers. A word that the game does not have is no
// error of the file, because card lists change; the table reports it when somebody uses the tag.
//
// The file is replaced as a whole or not at all, and a file that cannot be read is never overwritten. One goroutine owns a Tags and
// an Enrolment.
package tags
