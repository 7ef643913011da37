// Package sacrilege is the engine of Sacrilege. Its rules are in docs/rules/sacrilege.md; ids and quoted headings in comments are those of that page.
package sacrilege
