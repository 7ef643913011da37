// Package sacrilege is the engine of Sacrilege. Its rules are told in docs/rules/sacrilege.md; the numbers of rules and
// the ids in comments are those of that page.
package sacrilege
