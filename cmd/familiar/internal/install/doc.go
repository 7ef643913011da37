// Package install knows where a table has its config and its state, and lets this process use them: those that somebody names, those of the service that
// Familiar's package installs, or the defaults of a Familiar that somebody only tries out.
package install
