package companion

import (
	"errors"
	"fmt"

	"familiar/companion/backup"
	"familiar/companion/durable"
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
		t.announcer.withdraw(diskFull)
		t.announcer.withdraw(diskUnwritable)
		t.log.Error("disk", "error", cause)
		t.announcer.notice("warning", trouble)
	}
	if trouble == diskUnwritable {
		// It can be taken out and mended as long as nobody holds anything of it.
		if err := t.letState(); err != nil {
			t.log.Warn("letting go of the state directory", "error", err)
		}
	}
	return trouble
}

// troubled is what keeps the table from writing anything down; nil: nothing.
func (t *Table) troubled() *lang.Text {
	for _, n := range t.announcer.notices {
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
	t.announcer.withdraw(diskFull)
	t.announcer.withdraw(diskUnwritable)
	if t.held == nil {
		if err := t.holdState(); err != nil {
			t.log.Warn("holding the state directory", "error", err)
		}
	}
}

// holdState takes the state directory for this table. The only error is that somebody else has it: one that is not there, or cannot be read, is told when something is
// looked for in it.
func (t *Table) holdState() error {
	held, err := durable.Hold(t.opt.State)
	if errors.Is(err, durable.ErrHeld) {
		return fmt.Errorf("the state in %s: %w", t.opt.State, err)
	}
	if err != nil {
		t.log.Debug("holding the state directory", "error", err)
		return nil
	}
	t.held = held
	return nil
}

// letState lets the state directory go.
func (t *Table) letState() error {
	if t.held == nil {
		return nil
	}
	err := t.held.Close()
	t.held = nil
	return err
}

// completeRestore goes on with a restore that was cut off.
func (t *Table) completeRestore() {
	if !backup.Pending(t.opt.State) {
		return
	}
	if err := backup.CompleteHeld(t.opt.State); err != nil {
		t.announcer.notice("warning", lang.T("A backup was being restored and could not be completed: start the table again when this is mended ({1}).", err))
		return
	}
	t.log.Info("a restore that was cut off has been completed")
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
