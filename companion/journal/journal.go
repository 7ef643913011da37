package journal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"familiar/companion/durable"
	"familiar/engine"
	"familiar/engine/lang"
	"familiar/engine/record"
)

// Folder is the folder of the journals in a state directory.
const Folder = "games"

const (
	// maxEndLine is longer than any line that ends a game. Steps leave that much room in a record, so that a game can end however long it is.
	maxEndLine = 512
	// undoRoom is what steps with moves leave for steps that only take moves back, so that a move of a long game can be taken back.
	undoRoom = 64 << 10

	extension  = ".table"
	filePerm   = 0o644
	folderPerm = 0o755
)

var (
	// ErrLong means that the journal is as long as a record can be. It takes no more lines.
	ErrLong error = lang.T("the record of this game is as long as a record can be. End the game: its record is kept")
	// ErrFull means that there is no room for a line. Nothing of it was kept; a later try may succeed.
	ErrFull = errors.New("no room left on the disk")
	// ErrUnwritable means that the disk takes nothing at all: it has turned read-only or does not answer, or the file belongs to another user. Nothing of a line
	// was kept; a later try may succeed.
	ErrUnwritable = errors.New("the disk cannot be written to")
	// ErrFinished means that the game has ended, so nothing can be added.
	ErrFinished = errors.New("the game has ended")
	// ErrInUse means that another Familiar writes this journal.
	ErrInUse = errors.New("the journal is in use by another Familiar")

	errChanged = errors.New("it is not what it was: start Familiar again")
	errGone    = lang.T("the record of this game is not in its folder any more: put it back, or start Familiar again")
)

// Journal is the open journal of the game under way.
type Journal struct {
	f     file // nil: writing failed, and the next line opens the file again
	path  string
	size  int64 // of the acknowledged part
	sum   chain // over the acknowledged part
	cuts  []cut
	ended bool
	// needsCut is set if there may be bytes after size that must be cut off: a line that could not be written, or a tail that was set aside.
	needsCut bool
	// keepTail is set if the bytes after size may be worth keeping: they are set aside before they are cut off.
	keepTail bool
}

// cut is a position at which the file may be cut: after the header, or after a whole step.
type cut struct {
	lines int // before it
	size  int64
	sum   chain
}

// Create begins the journal of a game in the state directory dir. The file is named after the time and the game,
// 2026-11-21-183002-sacrilege.table, and is durable with its whole header when Create returns. cards is an owner's list that the game begins with,
// or nil if the list comes with the program. Create stores it, so that the game can be replayed after the list has changed.
func Create(dir string, setup engine.Setup, began time.Time, cards []byte) (*Journal, error) {
	header, sum, err := head(setup, began, sumOf(cards))
	if err != nil {
		return nil, err
	}
	if err := keepCards(dir, cards); err != nil {
		return nil, classified(fmt.Errorf("keeping the card list of the game: %w", err))
	}
	folder := filepath.Join(dir, Folder)
	if err := makeFolder(folder); err != nil {
		return nil, classified(fmt.Errorf("making the folder of the journals: %w", err))
	}
	path, err := reserve(folder, began.UTC().Format("2006-01-02-150405-")+setup.Game)
	if err != nil {
		return nil, classified(fmt.Errorf("beginning a journal: %w", err))
	}
	f, err := replaceReserved(path, header)
	if err != nil {
		os.Remove(path) // it holds no move yet
		return nil, classified(fmt.Errorf("beginning journal %s: %w", path, err))
	}
	size := int64(len(header))
	return &Journal{f: diskFile{f}, path: path, size: size, sum: sum, cuts: []cut{{0, size, sum}}}, nil
}

func makeFolder(folder string) error {
	if _, err := os.Stat(folder); err == nil {
		return nil
	}
	if err := os.MkdirAll(folder, folderPerm); err != nil {
		return err
	}
	return durable.SyncFolder(filepath.Dir(folder))
}

// reserve makes an empty file with a name that is not taken. An empty journal is a game that never began.
func reserve(folder, name string) (string, error) {
	path := filepath.Join(folder, name+extension)
	for n := 2; ; n++ {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, filePerm)
		if err == nil {
			return path, f.Close()
		}
		if !errors.Is(err, os.ErrExist) || n > 99 {
			return "", err
		}
		path = filepath.Join(folder, fmt.Sprintf("%s-%02d%s", name, n, extension))
	}
}

// replaceReserved replaces a reserved file by one with that header, so that no crash leaves half a header.
func replaceReserved(path string, header []byte) (*os.File, error) {
	temp := path + ".new"
	f, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_TRUNC, filePerm)
	if err != nil {
		return nil, err
	}
	err = lock(f)
	if err == nil {
		_, err = f.Write(header)
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		f.Close()
		os.Remove(temp)
		return nil, err
	}
	if err := durable.SyncFolder(filepath.Dir(path)); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Name returns the file's name without its folder. It identifies the game.
func (j *Journal) Name() string { return filepath.Base(j.path) }

// Path returns the file's name with its folder.
func (j *Journal) Path() string { return j.path }

// Append writes a step and waits until it is on the disk: all of it, or nothing. The error
// is ErrLong if the record would be too long, ErrFull if there is no room, ErrUnwritable if the disk takes nothing, and ErrFinished after Finish. After an error the journal is unchanged, and
// Append may be tried again.
func (j *Journal) Append(s record.Step) error {
	if j.ended {
		return fmt.Errorf("journal %s: %w", j.Name(), ErrFinished)
	}
	var batch []byte
	sum, lines := j.sum, linesOf(s)
	for i, l := range lines {
		text, err := l.statement(i < len(lines)-1)
		if err != nil {
			return fmt.Errorf("journal %s: %w", j.Name(), err)
		}
		var sealed []byte
		sealed, sum = sum.seal(text)
		batch = append(batch, sealed...)
	}
	if len(batch) == 0 {
		return nil
	}
	room := record.MaxFile - maxEndLine
	if len(s.Moves) > 0 {
		room -= undoRoom
	}
	if j.size+int64(len(batch)) > int64(room) {
		return ErrLong
	}
	if err := j.write(batch); err != nil {
		return err
	}
	last := j.cuts[len(j.cuts)-1]
	j.cuts = append(j.cuts, cut{last.lines + len(lines), j.size, j.sum})
	return nil
}

// Finish ends the game, so that it is never resumed. The reason is for people.
func (j *Journal) Finish(reason string, at time.Time) error {
	if j.ended {
		return nil
	}
	sealed, _ := j.sum.seal(mark(endedWord, at, reason))
	if err := j.write(sealed); err != nil {
		return err
	}
	j.ended = true
	return nil
}

// Close closes the file. All acknowledged lines are on the disk already.
func (j *Journal) Close() error {
	if j.f == nil {
		return nil
	}
	if err := j.f.Close(); err != nil {
		return fmt.Errorf("closing journal %s: %w", j.Name(), err)
	}
	return nil
}

// SetAside cuts the journal after its first n lines, or earlier if these end in the middle of a step, because the lines
// after them cannot be replayed. It first copies these into a new file beside the journal. It returns how many lines
// are left and the path of the new file, which is empty if there was nothing to cut. Even after an error the journal ends at the cut: the next line is
// written only once the rest has been set aside.
func (j *Journal) SetAside(n int) (left int, beside string, err error) {
	keep := len(j.cuts)
	for keep > 1 && j.cuts[keep-1].lines > n {
		keep--
	}
	to := j.cuts[keep-1]
	if to.size == j.size && !j.needsCut {
		return to.lines, "", nil
	}
	j.cuts = j.cuts[:keep]
	j.size, j.sum, j.ended, j.keepTail = to.size, to.sum, false, true
	beside, err = j.cutTail()
	return to.lines, beside, err
}

// cutTail cuts off the bytes after the acknowledged part, and sets them aside first if keepTail is set.
func (j *Journal) cutTail() (beside string, err error) {
	if j.f != nil && !j.f.isAt(j.path) { // what is written there nobody would find
		if err := j.release(); err != nil {
			return "", err
		}
	}
	if j.f == nil {
		if err := j.reopen(); err != nil {
			return "", err
		}
	}
	if j.keepTail {
		data, err := os.ReadFile(j.path)
		if err != nil {
			return "", classified(fmt.Errorf("setting aside a part of journal %s: %w", j.Name(), withoutPath(err)))
		}
		if tail := data[min(j.size, int64(len(data))):]; len(tail) > 0 {
			if beside, err = writeBeside(j.path, tail); err != nil {
				return "", err
			}
		}
		j.keepTail, j.needsCut = false, true
	}
	if !j.needsCut {
		return beside, nil
	}
	return beside, j.cut()
}

// reopen opens the file again after writing failed. Meanwhile somebody may have repaired it, or put another file in its place.
func (j *Journal) reopen() error {
	f, err := os.OpenFile(j.path, os.O_RDWR, 0)
	if errors.Is(err, os.ErrNotExist) {
		return errGone
	}
	if err != nil {
		return classified(fmt.Errorf("opening journal %s: %w", j.Name(), withoutPath(err)))
	}
	err = lock(f)
	var data []byte
	if err == nil {
		data, err = readAll(f)
	}
	if err == nil && (int64(len(data)) < j.size || chain(0).update(data[:j.size]) != j.sum) {
		err = errChanged
	}
	if err != nil {
		return errors.Join(classified(fmt.Errorf("opening journal %s: %w", j.Name(), withoutPath(err))), f.Close())
	}
	j.f, j.keepTail = diskFile{f}, j.keepTail || int64(len(data)) > j.size
	return nil
}

// release closes the file, on a disk that takes nothing, so that people can repair or remove the disk, or if another file has its name. reopen opens it again.
func (j *Journal) release() error {
	err := j.f.Close()
	j.f = nil
	return err
}

// write writes data after the acknowledged part and acknowledges it, or leaves the file unchanged.
func (j *Journal) write(data []byte) error {
	if _, err := j.cutTail(); err != nil {
		return err
	}
	if j.size+int64(len(data)) > record.MaxFile {
		return ErrLong
	}
	n, err := j.f.WriteAt(data, j.size)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	if err == nil {
		err = j.f.Sync()
	}
	if err != nil {
		err = fmt.Errorf("writing journal %s: %w", j.Name(), classified(withoutPath(err)))
		unwritable := errors.Is(err, ErrUnwritable)
		if err = errors.Join(err, j.cut()); unwritable {
			err = errors.Join(err, j.release())
		}
		return err
	}
	j.size += int64(len(data))
	j.sum = j.sum.update(data)
	return nil
}

// cut removes the bytes after the acknowledged part.
func (j *Journal) cut() error {
	j.needsCut = true
	err := j.f.Truncate(j.size)
	if err == nil {
		err = j.f.Sync()
	}
	if err != nil {
		return fmt.Errorf("journal %s: what was half written could not be cut off: %w", j.Name(), classified(err))
	}
	j.needsCut = false
	return nil
}
