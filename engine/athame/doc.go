// Package athame is the engine of Athame. Its rules are in docs/rules/athame.md; ids and quoted headings in comments are those of that page.
package athame
