// Package athame is the engine of Athame. Its rules are in docs/rules/athame.md; ids are those of that page.
package athame
