package machine

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net"
	"path/filepath"
	"testing"
)

// filled returns sectors full of a letter.
func filled(letter byte, sectors int) []byte { return bytes.Repeat([]byte{letter}, sectors*sector) }

func put(t *testing.T, d *Disk, letter byte, at, sectors int) {
	t.Helper()
	if _, err := d.WriteAt(filled(letter, sectors), int64(at*sector)); err != nil {
		t.Fatal(err)
	}
}

func flush(t *testing.T, d *Disk) {
	t.Helper()
	if err := d.Sync(); err != nil {
		t.Fatal(err)
	}
}

// letters returns the letters in the sectors of a disk.
func letters(t *testing.T, d *Disk) string {
	t.Helper()
	data := make([]byte, len(d.current))
	if _, err := d.ReadAt(data, 0); err != nil {
		t.Fatal(err)
	}
	var all []byte
	for at := 0; at < len(data); at += sector {
		if !bytes.Equal(data[at:at+sector], filled(data[at], 1)) {
			t.Fatalf("sector %d is half written", at/sector)
		}
		all = append(all, data[at])
	}
	return string(all)
}

func TestWhatWasFlushedSurvives(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	d := NewDisk(filled('.', 8))
	put(t, d, 'a', 1, 3)
	flush(t, d)
	put(t, d, 'b', 2, 1)
	if got := letters(t, d); got != ".aba...." {
		t.Errorf("read is %s", got)
	}
	if d.Written() != 4*sector {
		t.Errorf("%d bytes were written", d.Written())
	}
	flush(t, d)
	if c := d.Cut(rng); c != (Cut{}) {
		t.Errorf("all was flushed, and %+v", c)
	}
	if got := letters(t, d); got != ".aba...." {
		t.Errorf("left is %s", got)
	}
}

// TestWhatWasNotFlushed sees every possible outcome, and no other.
func TestWhatWasNotFlushed(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	seen := make(map[string]int)
	var sum Cut
	for range 2000 {
		d := NewDisk(filled('.', 4))
		put(t, d, 'a', 0, 3)
		put(t, d, 'b', 3, 1)
		c := d.Cut(rng)
		if c.Kept+c.Torn+c.Dropped != 2 {
			t.Fatalf("of two writes: %+v", c)
		}
		sum.Add(c)
		seen[letters(t, d)]++
		if c := d.Cut(rng); c != (Cut{}) {
			t.Fatalf("cut again: %+v", c)
		}
	}
	if len(seen) != 16 {
		t.Errorf("seen were %v", seen)
	}
	if sum.Torn == 0 || sum.Kept < sum.Torn || sum.Dropped < sum.Torn {
		t.Errorf("in all %+v", sum)
	}
}

func TestLaterWithoutEarlier(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	seen := make(map[string]bool)
	for range 200 {
		d := NewDisk(filled('.', 2))
		put(t, d, 'a', 0, 1)
		put(t, d, 'b', 1, 1)
		put(t, d, 'c', 0, 1)
		d.Cut(rng)
		seen[letters(t, d)] = true
	}
	for _, want := range []string{"..", "a.", ".b", "ab", "c.", "cb"} {
		if !seen[want] {
			t.Errorf("%s was never left: %v", want, seen)
		}
	}
}

// TestWriteThroughTheCache writes b through the cache, at a place of an older write of a that is still in the cache. A later flush must not bring the older
// data back at this place, and must lose none of them elsewhere.
func TestWriteThroughTheCache(t *testing.T) {
	for _, c := range []struct {
		name        string
		at, sectors int
		want        string
	}{
		{"at the beginning", 1, 1, ".baa."},
		{"in the middle", 2, 1, ".aba."},
		{"at the end", 3, 1, ".aab."},
		{"over all of it", 1, 3, ".bbb."},
		{"over more than it", 0, 5, "bbbbb"},
		{"before it", 0, 1, "baaa."},
		{"after it", 4, 1, ".aaab"},
	} {
		d := NewDisk(filled('.', 5))
		put(t, d, 'a', 1, 3)
		if err := d.write(filled('b', c.sectors), int64(c.at*sector), true); err != nil {
			t.Fatal(err)
		}
		flush(t, d)
		d.Cut(rand.New(rand.NewPCG(9, 10)))
		if got := letters(t, d); got != c.want {
			t.Errorf("%s: left is %s, want %s", c.name, got, c.want)
		}
	}
}

func TestOutOfTheDisk(t *testing.T) {
	d := NewDisk(filled('.', 2))
	for _, at := range []int64{-sector, sector / 2, 2 * sector} {
		if _, err := d.WriteAt(filled('a', 1), at); err == nil {
			t.Errorf("there was room at %d", at)
		}
		if _, err := d.ReadAt(make([]byte, sector), at); err == nil {
			t.Errorf("something was read at %d", at)
		}
	}
	if _, err := d.WriteAt([]byte("short"), 0); err == nil {
		t.Error("a part of a sector was written")
	}
}

func TestWornDisk(t *testing.T) {
	d := NewDisk(filled('.', 2))
	put(t, d, 'a', 0, 1)
	flush(t, d)
	d.Wear(true)
	s := speak(t, d)
	if bad, _ := s.ask(nbdWrite, 0, 0, sector, filled('b', 1), 0); bad != nbdBroken {
		t.Errorf("a write ends with %d", bad)
	}
	if bad, _ := s.ask(nbdFlush, 0, 0, 0, nil, 0); bad != nbdBroken {
		t.Errorf("a flush ends with %d", bad)
	}
	if bad, got := s.ask(nbdRead, 0, 0, sector, nil, sector); bad != 0 || got[0] != 'a' {
		t.Errorf("read is %d, %q", bad, got)
	}
	d.Wear(false)
	put(t, d, 'c', 1, 1)
	s.Close()
	if err := d.Stop(); err != nil {
		t.Error(err)
	}
	if got := letters(t, d); got != "ac" {
		t.Errorf("left is %s", got)
	}
}

// speaker uses a disk like QEMU does.
type speaker struct {
	*testing.T
	net.Conn
}

func speak(t *testing.T, d *Disk) *speaker {
	t.Helper()
	path := filepath.Join(t.TempDir(), "disk")
	if err := d.Serve(path); err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	s := &speaker{t, conn}
	hello := s.hear(152)
	if string(hello[:8]) != "NBDMAGIC" || binary.BigEndian.Uint64(hello[16:]) != uint64(len(d.current)) || binary.BigEndian.Uint32(hello[24:]) != 1|4|8 {
		t.Fatalf("it says %x", hello)
	}
	return s
}

func (s *speaker) hear(n int) []byte {
	s.Helper()
	data := make([]byte, n)
	if _, err := io.ReadFull(s, data); err != nil {
		s.Fatal(err)
	}
	return data
}

// ask sends a request, and returns the error of the answer and the data that
// come with it.
func (s *speaker) ask(kind, flags uint16, at, length int, data []byte, comes int) (uint32, []byte) {
	s.Helper()
	q, err := binary.Append(nil, binary.BigEndian, nbdQuestion{nbdRequest, flags, kind, 77, int64(at), uint32(length)})
	if err != nil {
		s.Fatal(err)
	}
	if _, err := s.Write(append(q, data...)); err != nil {
		s.Fatal(err)
	}
	a := s.hear(16)
	if binary.BigEndian.Uint32(a) != nbdReply || binary.BigEndian.Uint64(a[8:]) != 77 {
		s.Fatalf("the answer is %x", a)
	}
	return binary.BigEndian.Uint32(a[4:]), s.hear(comes)
}

func TestDiskOfQEMU(t *testing.T) {
	d := NewDisk(filled('.', 4))
	s := speak(t, d)
	s.ask(nbdWrite, 0, 0, 2*sector, filled('a', 2), 0)
	s.ask(nbdWrite, nbdFUA, sector, sector, filled('b', 1), 0)
	if bad, got := s.ask(nbdRead, 0, 0, 4*sector, nil, 4*sector); bad != 0 || !bytes.Equal(got, append(filled('a', 1), append(filled('b', 1), filled('.', 2)...)...)) {
		t.Errorf("read is %d, %q", bad, got)
	}
	if bad, _ := s.ask(nbdRead, 0, 3*sector, 2*sector, nil, 0); bad == 0 {
		t.Error("it reads behind its end")
	}
	if bad, _ := s.ask(9, 0, 0, 0, nil, 0); bad == 0 {
		t.Error("it does what there is not")
	}
	// The last request, after which the client is killed.
	if err := binary.Write(s, binary.BigEndian, nbdQuestion{nbdRequest, nbdFUA, nbdWrite, 78, 2 * sector, sector}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write(filled('c', 1)); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if err := d.Stop(); err != nil {
		t.Error(err)
	}
	d.Cut(rand.New(rand.NewPCG(7, 8)))
	if got := letters(t, d); got[1:] != "bc." { // the result of the first write may be any
		t.Errorf("left is %s", got)
	}
}

func TestFlushOfQEMU(t *testing.T) {
	d := NewDisk(filled('.', 2))
	s := speak(t, d)
	s.ask(nbdWrite, 0, 0, 2*sector, filled('a', 2), 0)
	if bad, _ := s.ask(nbdFlush, 0, 0, 0, nil, 0); bad != 0 {
		t.Error("it cannot flush")
	}
	if err := binary.Write(s, binary.BigEndian, nbdQuestion{Magic: nbdRequest, Kind: nbdDisconnect}); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(s); err != nil || len(rest) > 0 {
		t.Errorf("after that it says %x, %v", rest, err)
	}
	if err := d.Stop(); err != nil {
		t.Error(err)
	}
	if c := d.Cut(rand.New(rand.NewPCG(9, 10))); c != (Cut{}) {
		t.Errorf("all was flushed, and %+v", c)
	}
	if got := letters(t, d); got != "aa" {
		t.Errorf("left is %s", got)
	}
}

func TestNonsenseIsNoDisk(t *testing.T) {
	d := NewDisk(filled('.', 1))
	s := speak(t, d)
	if _, err := s.Write(make([]byte, 28)); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(s); err != nil || len(rest) > 0 {
		t.Errorf("it answers %x, %v", rest, err)
	}
	if d.Stop() == nil {
		t.Error("nobody is told")
	}
}
