// Package sacrilege is the engine of Sacrilege. Its rules are in docs/rules/sacrilege.md; the rule numbers and ids in comments are those of that page.
package sacrilege
