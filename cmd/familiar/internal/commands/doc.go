// Package commands has the small commands of the program, each in a file of its own. The large ones, run and doctor, are packages beside it.
package commands
