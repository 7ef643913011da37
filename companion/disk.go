package companion

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"

	"familiar/companion/backup"
	"familiar/companion/durable"
	"familiar/companion/journal"
	"familiar/engine/lang"
)

// A disk may be full, and it may turn read-only, as a memory card does that fails, and a file system that finds itself damaged. The table goes on showing
// what is acknowledged, tells everybody why it takes nothing more, and tries again with each move.

// disk is the state directory, which this table alone may write to.
type disk struct {
	dir       string
	held      io.Closer // nil: it cannot be held
	announcer *announcer
	log       *slog.Logger
}

var (
	diskFull       = lang.T("The disk is full: moves are refused until there is room.")
	diskUnwritable = lang.T("The disk cannot be written to: moves are refused until it can.")
)

// report tells everybody what keeps the table from writing anything down, and returns that; nil if it is not the disk.
func (d *disk) report(cause error) *lang.Text {
	var trouble *lang.Text
	switch {
	case errors.Is(cause, journal.ErrFull):
		trouble = diskFull
	case errors.Is(cause, journal.ErrUnwritable):
		trouble = diskUnwritable
	default:
		return nil
	}
	if d.trouble() != trouble {
		d.announcer.withdraw(diskFull, diskUnwritable)
		d.log.Error("disk", "error", cause)
		d.announcer.notice(trouble)
	}
	if trouble == diskUnwritable {
		// It can be taken out and mended as long as nobody holds anything of it.
		if err := d.release(); err != nil {
			d.log.Warn("letting go of the state directory", "error", err)
		}
	}
	return trouble
}

// trouble is what keeps the table from writing anything down; nil: nothing.
func (d *disk) trouble() *lang.Text {
	for _, text := range []*lang.Text{diskFull, diskUnwritable} {
		if slices.Contains(d.announcer.notices, lang.Localized(text)) {
			return text
		}
	}
	return nil
}

// recovered says that something was written down.
func (d *disk) recovered() {
	d.announcer.withdraw(diskFull, diskUnwritable)
	if d.held == nil {
		if err := d.hold(); err != nil {
			d.log.Warn("holding the state directory", "error", err)
		}
	}
}

// hold takes the state directory for this table. The only error is that somebody else has it: one that is not there, or cannot be read, is told when something is
// looked for in it.
func (d *disk) hold() error {
	held, err := durable.Hold(d.dir)
	if errors.Is(err, durable.ErrHeld) {
		return fmt.Errorf("the state in %s: %w", d.dir, err)
	}
	if err != nil {
		d.log.Debug("holding the state directory", "error", err)
		return nil
	}
	d.held = held
	return nil
}

// release lets the state directory go.
func (d *disk) release() error {
	if d.held == nil {
		return nil
	}
	err := d.held.Close()
	d.held = nil
	return err
}

// completeRestore goes on with a restore that was cut off.
func (d *disk) completeRestore() {
	if !backup.Pending(d.dir) {
		return
	}
	if err := backup.CompleteHeld(d.dir); err != nil {
		d.announcer.notice(lang.T("A backup was being restored and could not be completed: start the table again when this is mended ({1}).", err))
		return
	}
	d.log.Info("a restore that was cut off has been completed")
}

// moveError says that moves are not made because they cannot be written down.
func (d *disk) moveError(cause error) error {
	switch d.report(cause) {
	case diskFull:
		return lang.T("the disk is full, so the move is not made and nothing is lost. Make room on it, then try again")
	case diskUnwritable:
		return lang.T("the disk cannot be written to, so the move is not made and nothing is lost. If it stays so, start the table's machine again, and save what is on it: its card may be failing")
	}
	return lang.T("it could not be written down, so it is not done: {1}", cause)
}

// requestError says that something else is not done because it cannot be written down: in the words of the caller, if it is not the disk.
func (d *disk) requestError(cause, otherwise error) error {
	switch d.report(cause) {
	case diskFull:
		return lang.T("the disk is full, so this is not done and nothing is lost. Make room on it, then try again")
	case diskUnwritable:
		return lang.T("the disk cannot be written to, so this is not done and nothing is lost. If it stays so, start the table's machine again, and save what is on it: its card may be failing")
	}
	return otherwise
}
