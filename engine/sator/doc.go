// Package sator follows the games of Sator Arepo Tenet Opera Rotas. Its rules are those of docs/rules/sator.md; the ids there are the ids here.
package sator
