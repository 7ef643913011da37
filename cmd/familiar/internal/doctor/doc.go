// Package doctor examines a table and the machine below it: what is configured, what of it answers, and what to do about the rest.
//
// A host is the machine as the doctor sees it, through its files and a few functions; tests make up their own. An examination goes through its
// sections (Config, Machine, State, Service, Phones, Wires, Devices), each in a file of its own, and reports what it finds. Nothing is changed.
package doctor
