// Package oracle is the engine of Haggatha the Oracle's games. Its rules are in docs/rules/oracle.md, with the rule ids and sections
// that comments name. In comments, "she" is the player of the Oracle.
package oracle
