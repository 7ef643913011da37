package companion

import (
	"errors"
	"fmt"
	"io"
	"log/slog"

	"familiar/companion/announce"
	"familiar/companion/backup"
	"familiar/companion/crashloop"
	"familiar/companion/durable"
	"familiar/companion/journal"
	"familiar/engine/lang"
)

// A disk may be full, or turn read-only, as failing memory cards and damaged file systems do. The table then goes on showing the acknowledged moves, tells
// everybody why it takes no more, and tries again with each move.

// disk is the state directory, which this table alone may write to.
type disk struct {
	dir       string
	held      io.Closer        // the lock; nil: it cannot be locked
	watch     *crashloop.Watch // over the start
	announcer *announce.Announcer
	log       *slog.Logger
}

var (
	diskFull       = lang.T("The disk is full: moves are refused until there is room.")
	diskUnwritable = lang.T("The disk cannot be written to: moves are refused until it can.")
)

// report tells everybody if an error is the disk's fault, and returns what it tells; nil if the error has another cause.
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
		d.announcer.Withdraw(diskFull, diskUnwritable)
		d.log.Error("disk", "error", cause)
		d.announcer.Notice(trouble)
	}
	if trouble == diskUnwritable {
		// People can take out and repair the disk only if nothing on it is open.
		if err := d.release(); err != nil {
			d.log.Warn("letting go of the state directory", "error", err)
		}
	}
	return trouble
}

// trouble returns what everybody was told is wrong with the disk; nil: nothing.
func (d *disk) trouble() *lang.Text {
	for _, text := range []*lang.Text{diskFull, diskUnwritable} {
		if d.announcer.Has(text) {
			return text
		}
	}
	return nil
}

// recovered is called when something was written: the disk works.
func (d *disk) recovered() {
	d.announcer.Withdraw(diskFull, diskUnwritable)
	if d.held == nil {
		if err := d.hold(); err != nil {
			d.log.Warn("holding the state directory", "error", err)
		}
	}
}

// hold locks the state directory for this table. The only error is that another one has it: a directory that is missing or unreadable is reported
// when a file in it is read.
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

// release unlocks the state directory.
func (d *disk) release() error {
	if d.held == nil {
		return nil
	}
	err := d.held.Close()
	d.held = nil
	return err
}

// completeRestore continues a restore that was cut off.
func (d *disk) completeRestore() {
	if !backup.Pending(d.dir) {
		return
	}
	if err := backup.CompleteHeld(d.dir); err != nil {
		d.announcer.Notice(lang.T("A backup was being restored and could not be completed: start the table again when this is mended ({1}).", err))
		return
	}
	d.log.Info("a restore that was cut off has been completed")
}

// moveError returns the error for moves that are not made because they cannot be written.
func (d *disk) moveError(cause error) error {
	switch d.report(cause) {
	case diskFull:
		return lang.T("the disk is full, so the move is not made and nothing is lost. Make room on it, then try again")
	case diskUnwritable:
		return lang.T("the disk cannot be written to, so the move is not made and nothing is lost. If it stays so, start the table's machine again, and save what is on it: its card may be failing")
	}
	return lang.T("it could not be written down, so it is not done: {1}", cause)
}

// requestError returns the error for a request other than a move that cannot be written; it is otherwise if the disk is not the cause.
func (d *disk) requestError(cause, otherwise error) error {
	switch d.report(cause) {
	case diskFull:
		return lang.T("the disk is full, so this is not done and nothing is lost. Make room on it, then try again")
	case diskUnwritable:
		return lang.T("the disk cannot be written to, so this is not done and nothing is lost. If it stays so, start the table's machine again, and save what is on it: its card may be failing")
	}
	return otherwise
}
