// Package oracle is the engine of Haggatha the Oracle's games. Its rules are in docs/rules/oracle.md; ids are those of that page. In comments, "she"
// is the player of the Oracle.
package oracle
