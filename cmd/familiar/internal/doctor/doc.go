// Package doctor examines a table and the machine below it: what is configured, what of it answers, and what to do about the rest.
//
// A host is the machine as the doctor sees it, through its files and a few functions; tests make up their own. An examination goes through one section after the
// other, from the config to the devices, and reports what it finds. Nothing is changed.
package doctor
