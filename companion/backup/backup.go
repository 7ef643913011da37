package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/packs"
	"familiar/companion/tags"
)

// The name and content of a backup's first entry, and the name of its last one.
const (
	markName = "familiar-backup"
	mark     = "1\n"
	endName  = "familiar-backup-end"
)

const (
	maxFile  = 16 << 20 // bytes of one file: more than any file that a table writes
	maxTotal = 2 << 30  // bytes of all files
	maxFiles = 100_000
	maxBase  = 200 // bytes of a file's name

	extTable = ".table"
	extList  = ".toml"
)

var (
	// ErrNoBackup means that a file is not a backup.
	ErrNoBackup = errors.New("it is no backup of a Familiar")
	// ErrNewer means that a later version of Familiar has made the backup.
	ErrNewer = errors.New("it was made by a newer version of Familiar")
)

// folders are the folders of a state in the order in which they are copied. Phones, tags and journals refer to what is copied after them, and never
// to what was deleted meanwhile.
var folders = []string{".", journal.Folder, path.Join(journal.Folder, journal.CardsFolder), packs.Folder}

// isStateFile reports whether a file of a state may have that name.
func isStateFile(name string) bool {
	folder, base := path.Split(name)
	if !isOrdinary(base) {
		return false
	}
	switch strings.TrimSuffix(folder, "/") {
	case "":
		return base == access.File || base == tags.File || strings.HasPrefix(base, access.File+".damaged-") || strings.HasPrefix(base, tags.File+".damaged-") || strings.HasPrefix(base, tags.File+".broken-") || strings.HasPrefix(base, tags.File+".altered-")
	case journal.Folder:
		return strings.HasSuffix(base, extTable) || strings.Contains(base, extTable+".damaged-")
	case path.Join(journal.Folder, journal.CardsFolder), packs.Folder:
		return strings.HasSuffix(base, extList)
	}
	return false
}

// isOrdinary reports whether a name is neither hidden nor temporary.
func isOrdinary(base string) bool {
	return base != "" && base[0] != '.' && len(base) <= maxBase && utf8.ValidString(base) && !strings.ContainsFunc(base, func(r rune) bool {
		return unicode.IsControl(r) || r == '/' || r == '\\'
	})
}

// Summary describes the content of a backup.
type Summary struct {
	Files int
	Bytes int64 // of the files
	Games int
	Lists int // own card lists
	Tags  int // -1: the file of tags cannot be read

	// LeftOut is how many links, pipes and folders of a state have the name of a file. They are not in the backup that was written.
	LeftOut int
}

func (s *Summary) add(name string, data []byte) {
	s.Files++
	s.Bytes += int64(len(data))
	switch {
	case name == tags.File:
		n, err := tags.Count(data)
		if err != nil {
			n = -1
		}
		s.Tags = n
	case strings.HasSuffix(name, extTable):
		s.Games++
	case path.Dir(name) == packs.Folder:
		s.Lists++
	}
}

// String describes the content in one line.
func (s Summary) String() string {
	tags := fmt.Sprintf("%d tags", s.Tags)
	if s.Tags < 0 {
		tags = "a list of tags that cannot be read"
	}
	text := fmt.Sprintf("%d games, %s, %d own card lists; %d bytes in %d files", s.Games, tags, s.Lists, s.Bytes, s.Files)
	if s.LeftOut > 0 {
		text += fmt.Sprintf(". Left out, because they are links or no files at all: %d", s.LeftOut)
	}
	return text
}

// Write writes the state in the directory dir as one file. A game may go on meanwhile.
func Write(dir string, out io.Writer) (Summary, error) {
	var s Summary
	root, err := os.OpenRoot(dir)
	if err != nil {
		return s, err
	}
	defer root.Close()
	before, err := restores(root)
	if err != nil {
		return s, err
	}
	zip := gzip.NewWriter(out)
	archive := tar.NewWriter(zip)
	err = writeEntry(archive, markName, []byte(mark), time.Now())
	for _, folder := range folders {
		if err == nil {
			err = s.copyFolder(archive, root, folder)
		}
	}
	if err == nil {
		err = writeEntry(archive, endName, nil, time.Now())
	}
	if after, failed := restores(root); err == nil && failed == nil && !slices.Equal(before, after) {
		err = errors.New("another state was restored meanwhile: try again")
	}
	if err != nil {
		return s, err
	}
	return s, errors.Join(archive.Close(), zip.Close())
}

// restores returns the names of the folders that restores have made, finished or not.
func restores(root *os.Root) ([]string, error) {
	entries, err := fs.ReadDir(root.FS(), ".")
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), stagePrefix) || strings.HasPrefix(e.Name(), asidePrefix) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

func (s *Summary) copyFolder(archive *tar.Writer, root *os.Root, folder string) error {
	entries, err := fs.ReadDir(root.FS(), folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("copying %s: %w", folder, err)
	}
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		switch {
		case !isStateFile(name):
			continue
		case !e.Type().IsRegular():
			s.LeftOut++
			continue
		}
		data, at, err := readWhole(root, name)
		if errors.Is(err, fs.ErrNotExist) || err == nil && len(data) == 0 && strings.HasSuffix(name, extTable) {
			continue // deleted meanwhile, or reserved for a game that has not begun
		}
		if err == nil {
			err = writeEntry(archive, name, data, at)
		}
		if err != nil {
			return fmt.Errorf("copying %s: %w", name, err)
		}
		s.add(name, data)
	}
	return nil
}

// readWhole returns what a backup holds of a file, and when the file was changed.
func readWhole(root *os.Root, name string) ([]byte, time.Time, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, time.Time{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, time.Time{}, err
	}
	if info.Size() > maxFile {
		return nil, time.Time{}, fmt.Errorf("it is longer than any file of a Familiar, %d MiB: move it away", maxFile>>20)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile))
	if strings.HasSuffix(name, extTable) {
		data = journal.Whole(data)
	}
	return data, info.ModTime(), err
}

func writeEntry(archive *tar.Writer, name string, data []byte, at time.Time) error {
	err := archive.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o600, Size: int64(len(data)), ModTime: at.Truncate(time.Second)})
	if err == nil {
		_, err = archive.Write(data)
	}
	return err
}

// Check reads a backup to its end, and returns what it holds, or what is wrong with it.
func Check(in io.Reader) (Summary, error) {
	return read(in, func(string, []byte, time.Time) error { return nil })
}

// read calls take with each file of a backup. All names are those of files that a state can have. Only if read returns no error was the backup whole.
func read(in io.Reader, take func(name string, data []byte, at time.Time) error) (Summary, error) {
	var s Summary
	zip, err := gzip.NewReader(in)
	if err != nil {
		return s, fmt.Errorf("%w: %w", ErrNoBackup, err)
	}
	archive := tar.NewReader(zip)
	if err := readMark(archive); err != nil {
		return s, err
	}
	seen := make(map[string]bool)
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF // an archive has a last entry of its own
		}
		if err != nil {
			return s, damaged(err)
		}
		switch {
		case h.Name == endName && h.Size == 0 && h.Typeflag == tar.TypeReg:
			return s, checkEnd(archive, zip)
		case h.Typeflag != tar.TypeReg:
			return s, fmt.Errorf("%q in it is no file", h.Name)
		case !isStateFile(h.Name):
			return s, fmt.Errorf("%q in it is no file of a Familiar", h.Name)
		case seen[h.Name]:
			return s, fmt.Errorf("%q is in it twice", h.Name)
		case h.Size > maxFile, s.Bytes+h.Size > maxTotal, s.Files >= maxFiles:
			return s, fmt.Errorf("at %q it is larger than any backup", h.Name)
		}
		seen[h.Name] = true
		data := make([]byte, h.Size)
		if _, err := io.ReadFull(archive, data); err != nil {
			return s, damaged(err)
		}
		s.add(h.Name, data)
		if err := take(h.Name, data, h.ModTime); err != nil {
			return s, err
		}
	}
}

// readMark reads the first entry.
func readMark(archive *tar.Reader) error {
	h, err := archive.Next()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoBackup, err)
	}
	if h.Name != markName || h.Typeflag != tar.TypeReg || h.Size > 100 {
		return ErrNoBackup
	}
	version, err := io.ReadAll(archive)
	if err != nil {
		return damaged(err)
	}
	if string(version) != mark {
		return ErrNewer
	}
	return nil
}

// checkEnd checks that nothing but padding follows, and that the checksum of the whole file agrees.
func checkEnd(archive *tar.Reader, zip io.Reader) error {
	if _, err := archive.Next(); err == nil {
		return errFollows
	} else if !errors.Is(err, io.EOF) {
		return damaged(err)
	}
	rest := make([]byte, 4<<10)
	for total := 0; total < 1<<20; {
		n, err := zip.Read(rest)
		if len(bytes.Trim(rest[:n], "\x00")) > 0 {
			break
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return damaged(err)
		}
		total += n
	}
	return errFollows
}

var errFollows = errors.New("something else follows behind its end")

func damaged(err error) error { return fmt.Errorf("it is damaged, or not all of it is there: %w", err) }
