// Package pantacle is the engine of Pantacle. Its rules are in docs/rules/pantacle.md; ids and quoted headings in comments are those of that page.
// A State holds what lies on the table, and a stack of tasks, the agenda, that lead to the next question.
package pantacle
