// Package backup makes the state of a table one file, and a state of such a file again: to keep it, or to take it to another machine.
//
// The file is a gzipped tar archive. Its first entry, familiar-backup, says what it is, and its last one, familiar-backup-end, that it is whole; the others are files of the state directory under the names that they
// have there: journals, card lists, tags and phones, and what was set aside of them. A copy may be made while a table plays: files that are replaced as a whole are
// copied as a whole, journals up to their last whole step, and what refers to others before them.
//
// Restore never destroys anything, whenever it is cut off. All of the archive is unpacked beside the state and checked, before anything else happens. Then that folder gets
// the name restore-STAMP.ready, which is the moment from which on it counts: what was there before is moved into before-restore-STAMP, the folder is called
// restore-STAMP.moving, and what is in it takes the empty places. Each of these steps can be seen from the names alone, so that Complete goes on wherever it stopped.
package backup
