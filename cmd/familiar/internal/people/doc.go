// Package people are players at a real table, who are careless: they forget to tell a move, show a card twice, press a button again.
//
// They play a game in truth (Game), as a Policy chooses. An Evening is such a game at a Table, which hears of it only what people tell: the cards that
// they lay on readers, the buttons that they press, what they say on phones and what they answer when they are asked.
//
// # How they tell
//
// A card is laid on the reader of the place where it comes to lie in truth, or else on the one in the middle. A move without a card is told by a button that
// says its verb, or else on the phone of its player. If the table asks, they give the answer that is true; if it refuses, or has no true answer, they say the
// move on the phone. Where cards stay on their readers, they move from reader to reader as they do in the game.
//
// # How they are careless
//
// A Dose says how often a move is told with each Slip, on average. Some people and some verbs are told more carelessly than others, and a distracted person
// slips again soon (carelessness). People who look compare the table with the truth every few moves, and after a second refusal in a row; they put it right by the
// cheapest of three ways: telling late, taking back and telling anew, or correcting by hand (repair). Others only answer what they are asked.
//
// # What is counted
//
// Score has how often the table was in step: whether all public facts and the open question were true after a move that was told. Cards that are played
// anyway are no gestures; the first tap of a move on a phone, each word that has an alternative, each press, answer, token and correction is one.
//
// The package knows nothing of how a table interprets what it hears, and nothing that does so may know this package: its rates and times would be known
// to what is measured with them.
package people
