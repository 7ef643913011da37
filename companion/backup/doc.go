// Package backup writes the state of a table into one file, and restores it from such a file: to keep it safe, or to take it to another machine.
//
// The file is a gzipped tar archive. Its first entry, familiar-backup, marks it as a backup, and its last one, familiar-backup-end, shows that it is whole.
// The others are files of the state directory under the same names: journals, card lists, tags and phones, and damaged parts that were set aside.
// A backup may be made during a game: files that are replaced as a whole are copied as a whole, journals up to their last whole step,
// and each file before the files that it refers to.
//
// Restore never destroys anything, even if it is cut off at any moment. It first unpacks the whole archive beside the state and checks it. Then it renames
// that folder to restore-STAMP.ready; from this moment on the restore counts. It moves the earlier state into before-restore-STAMP, renames the folder to
// restore-STAMP.moving, and moves its content to the places that are now empty. Each of these steps can be seen from the names alone, so Complete can
// continue wherever the restore stopped.
package backup
