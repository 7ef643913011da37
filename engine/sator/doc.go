// Package sator is the engine of Sator Arepo Tenet Opera Rotas. Its rules are in docs/rules/sator.md; ids are those of that page.
package sator
