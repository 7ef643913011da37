package companion

import (
	"errors"

	"familiar/companion/journal"
	"familiar/engine/lang"
)

// A disk may be full, and it may turn read-only, as a memory card does that fails, and a file system that finds itself damaged. The table goes on showing
// what is acknowledged, tells everybody why it takes nothing more, and tries again with each move.

var (
	diskFull       = lang.T("The disk is full: moves are refused until there is room.")
	diskUnwritable = lang.T("The disk cannot be written to: moves are refused until it can.")
)

// diskTrouble tells everybody what keeps the table from writing anything down, and returns that; nil if it is not the disk.
func (t *Table) diskTrouble(cause error) *lang.Text {
	var trouble *lang.Text
	switch {
	case errors.Is(cause, journal.ErrFull):
		trouble = diskFull
	case errors.Is(cause, journal.ErrUnwritable):
		trouble = diskUnwritable
	default:
		return nil
	}
	if t.troubled() != trouble {
		t.diskWrites()
		t.log.Error("disk", "error", cause)
		t.notice("warning", trouble)
	}
	return trouble
}

// troubled is what keeps the table from writing anything down; nil: nothing.
func (t *Table) troubled() *lang.Text {
	for _, n := range t.notices {
		if n.text == diskFull {
			return diskFull
		}
		if n.text == diskUnwritable {
			return diskUnwritable
		}
	}
	return nil
}

// diskWrites says that something was written down.
func (t *Table) diskWrites() {
	t.withdraw(diskFull)
	t.withdraw(diskUnwritable)
}

// notWritten says that moves are not made because they cannot be written down.
func (t *Table) notWritten(cause error) error {
	switch t.diskTrouble(cause) {
	case diskFull:
		return lang.T("the disk is full, so the move is not made and nothing is lost. Make room on it, then try again")
	case diskUnwritable:
		return lang.T("the disk cannot be written to, so the move is not made and nothing is lost. If it stays so, start the table's machine again, and save what is on it: its card may be failing")
	}
	return lang.T("it could not be written down, so it is not done: {1}", cause)
}

// notDone says that something else is not done because it cannot be written down: in the words of the caller, if it is not the disk.
func (t *Table) notDone(cause, otherwise error) error {
	switch t.diskTrouble(cause) {
	case diskFull:
		return lang.T("the disk is full, so this is not done and nothing is lost. Make room on it, then try again")
	case diskUnwritable:
		return lang.T("the disk cannot be written to, so this is not done and nothing is lost. If it stays so, start the table's machine again, and save what is on it: its card may be failing")
	}
	return otherwise
}
