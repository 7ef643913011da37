// Package athame follows the game Athame. Its rules are those of docs/rules/athame.md; the ids there are the ids here.
package athame
