// Package run is the command that runs a table: from its flags to a daemon, with its log, its socket and its memory.
package run
