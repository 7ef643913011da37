// Package pantacle knows the rules of Pantacle: docs/rules/pantacle.md. Its state is what lies on the table; what is still to be done
// before a player is asked something lies on a stack, the agenda.
package pantacle
