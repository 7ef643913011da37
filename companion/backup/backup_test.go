package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/durable"
	"familiar/companion/journal"
	"familiar/engine"
	"familiar/engine/record"
)

// tree is the content of a folder: the contents of files by their names. Empty folders end in a slash.
type tree map[string]string

func treeOf(t testing.TB, dir string) tree {
	t.Helper()
	all := make(tree)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if e.IsDir() {
			if below, err := os.ReadDir(path); err != nil || len(below) > 0 || name == "." {
				return err
			}
			all[name+"/"] = ""
			return nil
		}
		data, err := os.ReadFile(path)
		all[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// grow makes a folder of a tree.
func grow(t testing.TB, all tree) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range all {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// under returns the tree moved into a folder.
func (all tree) under(folder string) tree {
	moved := make(tree)
	for name, text := range all {
		moved[folder+"/"+name] = text
	}
	return moved
}

func (all tree) with(more tree) tree {
	both := maps.Clone(all)
	maps.Copy(both, more)
	return both
}

const sum = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

var (
	evening = time.Date(2026, 11, 22, 18, 15, 0, 0, time.UTC)
	// mine is a state with one of everything, and yours is another one.
	mine = tree{
		"phones.json":           `{"code":"K7PX2M","phones":{}}`,
		"phones.json.damaged-1": `{"code":`,
		"tags.toml":             "[sacrilege.house]\n\"04AABBCCDDEEFF\" = \"imp\"\n\"04AABBCCDDEE00\" = \"monk\"\n",
		"tags.toml.broken-2":    "nonsense",
		"games/2026-11-21-183002-sacrilege.table":        "# a game\n",
		"games/2026-11-21-183002-sacrilege-02.table":     "# another one\n",
		"games/2026-11-20-183002-athame.table.damaged-1": "ann: dra",
		"games/cards/" + sum + ".toml":                   "game = \"sacrilege\"\n",
		"packs/sacrilege.box.toml":                       "game = \"sacrilege\"\n",
		"packs/sacrilege.half-written.toml":              "",
	}
	yours = tree{
		"phones.json":                          `{"code":"ZZZZZZ"}`,
		"tags.toml":                            "",
		"games/2025-01-01-000000-oracle.table": "# long ago\n",
	}
	// strange holds files that may lie in a state directory but do not belong to the state.
	strange = tree{
		".try": "", ".phones.json123": "{", "games/.2026.table": "x", "games/2026-11-22-000000-sator.table.new": "# half",
		"lost+found/x": "x", "notes.txt": "x", "packs/readme": "x", "before-restore-20260101-000000/phones.json": "{}",
	}
)

func backupOf(t testing.TB, all tree) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := Write(grow(t, all), &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestRoundTrip(t *testing.T) {
	dir := grow(t, mine.with(strange))
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "games", "2026-11-22-000000-pantacle.table")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "games", "2026-11-22-200000-sator.table"), nil, 0o644); err != nil { // reserved
		t.Fatal(err)
	}
	var out bytes.Buffer
	s, err := Write(dir, &out)
	if err != nil {
		t.Fatal(err)
	}
	want := Summary{Files: len(mine), Bytes: s.Bytes, Games: 2, Lists: 2, Tags: 2, LeftOut: 1}
	if s != want || !strings.Contains(s.String(), "2 games, 2 tags, 2 own card lists") || !strings.HasSuffix(s.String(), ". Left out, because they are links or no files at all: 1") {
		t.Errorf("%+v: %v", s, s)
	}
	s.LeftOut = 0 // a backup does not say what is not in it
	if checked, err := Check(bytes.NewReader(out.Bytes())); err != nil || checked != s {
		t.Errorf("checked: %+v, %v", checked, err)
	}
	to := grow(t, yours.with(strange))
	done, err := Restore(to, &out, evening)
	if err != nil || done.Summary != s || done.Aside != "before-restore-20261122-181500" {
		t.Fatalf("%+v, %v", done, err)
	}
	// Strange files stay where they are, or move with a folder of the state.
	moved := tree{}
	kept := tree{}
	for name, text := range strange {
		if strings.HasPrefix(name, "games/") || strings.HasPrefix(name, "packs/") {
			moved[name] = text
		} else {
			kept[name] = text
		}
	}
	if diff := cmp.Diff(mine.with(kept).with(yours.with(moved).under(done.Aside)), treeOf(t, to)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, name := range []string{"phones.json", "games/2026-11-21-183002-sacrilege.table"} {
		if info, err := os.Stat(filepath.Join(to, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	// A second restore at the same moment.
	again, err := Restore(to, bytes.NewReader(backupOf(t, yours)), evening)
	if err != nil || again.Aside != done.Aside+"-2" {
		t.Fatalf("again: %+v, %v", again, err)
	}
	if diff := cmp.Diff(yours.with(kept).with(yours.with(moved).under(done.Aside)).with(mine.under(again.Aside)), treeOf(t, to)); diff != "" {
		t.Errorf("again (-want +got):\n%s", diff)
	}
}

// On a new machine there is nothing to set aside.
func TestRestoreToNothing(t *testing.T) {
	dir := t.TempDir()
	done, err := Restore(dir, bytes.NewReader(backupOf(t, mine)), evening)
	if err != nil || done.Aside != "" {
		t.Errorf("%+v, %v", done, err)
	}
	if diff := cmp.Diff(mine, treeOf(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTagsThatCannotBeRead(t *testing.T) {
	for name, text := range map[string]string{
		"nonsense":            "nonsense",
		"nested too deeply":   "a = " + strings.Repeat("[", 3<<20),
		"headers of dots":     strings.Repeat("["+strings.Repeat("a.", 1<<10)+"a]\n", 1<<10),
		"a key of dots":       strings.Repeat("a.", 1<<20) + "a = 1",
		"thousands of tables": strings.Repeat("[a]\n", 50_000),
	} {
		s, err := Check(bytes.NewReader(backupOf(t, tree{"tags.toml": text})))
		if err != nil || s.Tags != -1 || !strings.Contains(s.String(), "cannot be read") {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}

// A journal is copied up to its last whole step, even while a line is being written.
func TestHalfALine(t *testing.T) {
	dir := t.TempDir()
	j, err := journal.Create(dir, engine.Setup{Game: "sacrilege", Pack: "house", Seats: []string{"ann", "ben"}}, evening, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	var lengths []int
	length := func() int {
		info, err := os.Stat(j.Path())
		if err != nil {
			t.Fatal(err)
		}
		return int(info.Size())
	}
	lengths = append(lengths, length())
	for _, step := range []record.Step{
		{Moves: []string{"ann: draw"}, At: evening}, {Undo: 1, Moves: []string{"ann: pray"}, At: evening}, {Moves: []string{"ben: draw"}, At: evening},
	} {
		if err := j.Append(step); err != nil {
			t.Fatal(err)
		}
		lengths = append(lengths, length())
	}
	data, err := os.ReadFile(j.Path())
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for n := lengths[0]; n <= len(data); n++ {
		if at+1 < len(lengths) && n == lengths[at+1] {
			at++
		}
		if got := journal.Whole(data[:n]); len(got) != lengths[at] {
			t.Fatalf("of %d bytes %d are whole, not %d", n, len(got), lengths[at])
		}
	}
	// A damaged line is not a half-written one.
	spoilt := bytes.Replace(data, []byte("pray"), []byte("play"), 1)
	if got := journal.Whole(spoilt); len(got) != len(spoilt) {
		t.Errorf("of damage %d bytes are left, not %d", len(got), len(spoilt))
	}
	if got := journal.Whole(data[:lengths[0]-3]); len(got) != lengths[0]-3 {
		t.Error("half a head is not kept")
	}
}

// entry is an entry of a handmade archive.
type entry struct {
	tar.Header
	text string
}

func file(name, text string) entry {
	return entry{tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o644, Size: int64(len(text))}, text}
}

func archive(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	pack := tar.NewWriter(zip)
	for _, e := range entries {
		if err := pack.WriteHeader(&e.Header); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(pack, e.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(pack.Close(), zip.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	_, err := zip.Write(data)
	if err := errors.Join(err, zip.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// badArchives are archives that must not be restored, with the messages about them.
func badArchives(t testing.TB) map[string]struct {
	data []byte
	says string
} {
	good := backupOf(t, mine)
	mark := file(markName, mark)
	end := file(endName, "")
	bad := func(entries ...entry) []byte { return archive(t, append(append([]entry{mark}, entries...), end)...) }
	link := func(kind byte) entry {
		return entry{tar.Header{Typeflag: kind, Name: "phones.json", Linkname: "/etc/passwd"}, ""}
	}
	return map[string]struct {
		data []byte
		says string
	}{
		"nothing":               {nil, "no backup"},
		"no gzip":               {[]byte("phones"), "no backup"},
		"no tar":                {gzipped(t, []byte("phones")), "no backup"},
		"empty tar":             {archive(t), "no backup"},
		"any tar":               {archive(t, file("phones.json", "{}")), "no backup"},
		"a link as the mark":    {archive(t, entry{tar.Header{Typeflag: tar.TypeSymlink, Name: markName, Linkname: "x"}, ""}), "no backup"},
		"newer":                 {archive(t, file(markName, "2\n")), "newer"},
		"a long mark":           {archive(t, file(markName, strings.Repeat("1", 1000))), "no backup"},
		"absolute":              {bad(file("/etc/passwd", "x")), "no file of a Familiar"},
		"upwards":               {bad(file("../phones.json", "x")), "no file of a Familiar"},
		"upwards in it":         {bad(file("games/../phones.json", "x")), "no file of a Familiar"},
		"upwards out of games":  {bad(file("games/../../x.table", "x")), "no file of a Familiar"},
		"not clean":             {bad(file("./phones.json", "x")), "no file of a Familiar"},
		"not clean within":      {bad(file("games//x.table", "x")), "no file of a Familiar"},
		"no name":               {bad(file("games/.table", "x")), "no file of a Familiar"},
		"hidden":                {bad(file("games/.x.table", "x")), "no file of a Familiar"},
		"backslash":             {bad(file(`games/..\..\x.table`, "x")), "no file of a Familiar"},
		"zero byte":             {bad(file("games/x\x01.table", "x")), "no file of a Familiar"},
		"long":                  {bad(file("games/"+strings.Repeat("x", 300)+".table", "x")), "no file of a Familiar"},
		"unknown":               {bad(file("notes.txt", "x")), "no file of a Familiar"},
		"unknown folder":        {bad(file("bin/x.table", "x")), "no file of a Familiar"},
		"temporary":             {bad(file("games/x.table.new", "x")), "no file of a Familiar"},
		"staging":               {bad(file("restore-x.ready/phones.json", "x")), "no file of a Familiar"},
		"twice":                 {bad(file("phones.json", "x"), file("phones.json", "y")), "twice"},
		"a symbolic link":       {bad(link(tar.TypeSymlink)), "is no file"},
		"a hard link":           {bad(link(tar.TypeLink)), "is no file"},
		"a folder":              {bad(entry{tar.Header{Typeflag: tar.TypeDir, Name: "games/", Mode: 0o777}, ""}), "is no file"},
		"a device":              {bad(entry{tar.Header{Typeflag: tar.TypeBlock, Name: "phones.json"}, ""}), "is no file"},
		"a pipe":                {bad(entry{tar.Header{Typeflag: tar.TypeFifo, Name: "phones.json"}, ""}), "is no file"},
		"too long":              {bad(file("phones.json", strings.Repeat("x", maxFile+1))), "larger than any backup"},
		"something behind":      {append(bytes.Clone(good), "x"...), "not all of it is there"},
		"another one behind":    {append(bytes.Clone(good), good...), "something else follows"},
		"something behind tar":  {gzipped(t, append(unzipped(t, good), "x"...)), "something else follows"},
		"much filling":          {gzipped(t, append(unzipped(t, good), make([]byte, 2<<20)...)), "something else follows"},
		"without an end":        {archive(t, mark, file("phones.json", "x")), "not all of it is there"},
		"a file behind the end": {bad(end, file("phones.json", "x")), "something else follows"},
		"an end that says more": {archive(t, mark, file(endName, "x")), "no file of a Familiar"},
		"half a tar":            {gzipped(t, unzipped(t, good)[:1800]), "not all of it is there"},
		"wrong sum of a header": {gzipped(t, bytes.Replace(unzipped(t, good), []byte("tags.toml\x00"), []byte("tags.tomm\x00"), 1)), "damaged"},
	}
}

func unzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestBadArchives(t *testing.T) {
	for name, test := range badArchives(t) {
		t.Run(name, func(t *testing.T) {
			dir := grow(t, yours.with(strange))
			before := treeOf(t, dir)
			if _, err := Restore(dir, bytes.NewReader(test.data), evening); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%v, want %q", err, test.says)
			}
			if _, err := Check(bytes.NewReader(test.data)); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("checked: %v, want %q", err, test.says)
			}
			if diff := cmp.Diff(before, treeOf(t, dir)); diff != "" {
				t.Errorf("(-before +after):\n%s", diff)
			}
		})
	}
}

// TestTornArchives cuts a backup off at every byte, and changes every byte of it: it is refused, unless the changed byte has no meaning.
func TestTornArchives(t *testing.T) {
	good := backupOf(t, mine)
	want, err := Check(bytes.NewReader(good))
	if err != nil {
		t.Fatal(err)
	}
	for n := range good {
		if s, err := Check(bytes.NewReader(good[:n])); err == nil {
			t.Fatalf("%d of %d bytes are taken for whole: %v", n, len(good), s)
		}
		for bit := range 8 {
			spoilt := bytes.Clone(good)
			spoilt[n] ^= 1 << bit
			if s, err := Check(bytes.NewReader(spoilt)); err == nil && s != want {
				t.Fatalf("with bit %d of byte %d spoilt there is %v", bit, n, s)
			}
		}
	}
	dir := grow(t, yours)
	for _, n := range []int{1, 11, len(good) / 2, len(good) - 1} {
		if _, err := Restore(dir, bytes.NewReader(good[:n]), evening); err == nil {
			t.Errorf("%d of %d bytes are restored", n, len(good))
		}
	}
	if diff := cmp.Diff(yours, treeOf(t, dir)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

func TestInUse(t *testing.T) {
	dir := grow(t, yours)
	held, err := durable.Hold(dir)
	if err != nil {
		t.Fatal(err)
	}
	good := backupOf(t, mine)
	if _, err := Restore(dir, bytes.NewReader(good), evening); !errors.Is(err, ErrInUse) {
		t.Errorf("%v, want ErrInUse", err)
	}
	if err := Complete(dir); !errors.Is(err, ErrInUse) {
		t.Errorf("%v, want ErrInUse", err)
	}
	if diff := cmp.Diff(yours, treeOf(t, dir)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	held.Close()
	if _, err := Restore(dir, bytes.NewReader(good), evening); err != nil {
		t.Error(err)
	}
}

// A file that is longer than any a table writes is not left out silently.
func TestLongFile(t *testing.T) {
	dir := grow(t, mine)
	if err := os.Truncate(filepath.Join(dir, "tags.toml"), maxFile+1); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(dir, io.Discard); err == nil || !strings.Contains(err.Error(), "tags.toml") {
		t.Errorf("tags.toml is too long, and the backup ends with %v", err)
	}
}

func FuzzRestore(f *testing.F) {
	for _, bad := range badArchives(f) {
		if len(bad.data) < 64<<10 {
			f.Add(bad.data)
		}
	}
	for _, good := range []tree{mine, yours} {
		f.Add(backupOf(f, good))
		f.Add(unzipped(f, backupOf(f, good)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		// Fuzzing works on the archive inside: random bytes never have the right checksum.
		if !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
			data = gzipped(t, data)
		}
		above := t.TempDir()
		dir := filepath.Join(above, "state")
		if err := os.Rename(grow(t, yours), dir); err != nil {
			t.Fatal(err)
		}
		done, err := Restore(dir, bytes.NewReader(data), evening)
		after := treeOf(t, above)
		if err != nil {
			if diff := cmp.Diff(yours.under("state"), after); diff != "" {
				t.Errorf("%v: (-before +after):\n%s", err, diff)
			}
			return
		}
		for name := range after {
			rest, in := strings.CutPrefix(name, "state/")
			rest = strings.TrimPrefix(rest, done.Aside+"/")
			if !in || !isStateFile(rest) {
				t.Errorf("there is %q now", name)
			}
		}
		if diff := cmp.Diff(yours, treeOf(t, filepath.Join(dir, done.Aside))); diff != "" {
			t.Errorf("aside (-want +got):\n%s", diff)
		}
	})
}

// A stamp is one that no restore has used. If that cannot be found out, there is no stamp.
func TestStamp(t *testing.T) {
	const first = "20261122-181500"
	all := make(tree)
	var r restorer
	for _, want := range []string{first, first + "-2", first + "-3"} {
		dir := grow(t, all)
		if err := r.open(dir); err != nil {
			t.Fatal(err)
		}
		if stamp, err := r.stamp(evening); stamp != want || err != nil {
			t.Errorf("stamp %q, %v; want %q", stamp, err, want)
		}
		if err := r.root.Close(); err != nil {
			t.Fatal(err)
		}
		all[asidePrefix+want+"/phones.json"] = "{}"
	}
	if stamp, err := r.stamp(evening); stamp != "" || !errors.Is(err, fs.ErrClosed) {
		t.Errorf("of a folder that was closed: stamp %q, %v", stamp, err)
	}
}
