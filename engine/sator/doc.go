// Package sator is the engine of Sator Arepo Tenet Opera Rotas. Its rules are in docs/rules/sator.md, with the rule ids and
// sections that comments name. Moves and facts call a bridge a PIECE, as that page does.
package sator
