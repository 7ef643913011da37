// Package oracle follows the games of Haggatha the Oracle. Its rules are those of docs/rules/oracle.md; the ids there are the ids here.
package oracle
