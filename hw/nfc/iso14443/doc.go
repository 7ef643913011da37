// Package iso14443 finds the tags of ISO/IEC 14443 type A in the field of a chip
// that leaves the anticollision to its driver. The driver is a Chip, and a Walker
// walks through the tree of the UIDs: where the answers of two tags differ, it goes
// on with the one, and comes back for the other.
package iso14443
