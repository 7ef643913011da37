//go:build peers && linux

package peers

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"familiar/hw/virtual"
)

// given lists the drivers that come from the folder PEERS, and the SHA-256 of the
// important files of each.
var given = map[string]map[string]string{
	// github.com/miguelbalboa/rfid, the library MFRC522 of the Arduino library manager
	"rfid": {
		"src/MFRC522.cpp": "bcb6372c98c0ecaa5255c389d1aab846d049fb5a2771307fa38c94ca9fea26cb",
		"src/MFRC522.h":   "f89dc0fd87ee32bb4b0a821b4aaf5d987e7d13c4317adab4a262919a699279e6",
	},
	// github.com/adafruit/Adafruit-PN532 1.3.4
	"Adafruit-PN532": {
		"Adafruit_PN532.cpp": "9c6c93f6b1e4aac0f03394058c46673a0ff178e4c9fea0a80d0f9ceab53192f4",
		"Adafruit_PN532.h":   "b6a72082abf93fef9a8b0e54c22ef45bb54cb844fc28271334214cb9ebd29899",
	},
	// github.com/adafruit/Adafruit_CircuitPython_PN532
	"Adafruit_CircuitPython_PN532": {
		"adafruit_pn532/adafruit_pn532.py": "5b95082aa79adba5a0312fe720c252dfc55056194e4da84d68b102c47ba4752f",
		"adafruit_pn532/i2c.py":            "8c79a1093a4d5e3a19219d3af1088fb509db569f6df5ad54260f68294141dbe7",
		"adafruit_pn532/spi.py":            "4fd4f701e1f0f994dcca414e68658af2dc8704981b5f333113dc991942abe9b7",
		"adafruit_pn532/uart.py":           "02a93f3a8e05cb8436d7e36205b582ff894b85ed480076e19562fe4e106078c7",
	},
}

// program finds the program of a driver in the folder of that name in PEERS. The
// source there must be the expected one. If there is none, the driver is reported as
// not run.
func program(t *testing.T, driver, name, chip string) string {
	t.Helper()
	expect(t, driver, chip)
	dir := os.Getenv("PEERS")
	if dir == "" {
		missing(t, driver, chip, "no folder of sources was given (PEERS=DIR)")
	}
	dir = filepath.Join(dir, name)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		missing(t, driver, chip, "there is no "+dir)
	}
	for file, want := range given[name] {
		content, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if got := sha256.Sum256(content); hex.EncodeToString(got[:]) != want {
			t.Fatalf("%s is another one than that of this test: SHA-256 %x, want %s", filepath.Join(dir, file), got, want)
		}
	}
	path := filepath.Join(dir, "peer")
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		missing(t, driver, chip, "there is no program "+path)
	}
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode()&0o111 == 0 {
		t.Fatalf("%s is not executable", path)
	}
	return path
}

// task is a task for a driver with its expected results.
type task struct {
	uids  []string // in the field
	args  string
	want  []string // results; nil if check examines them
	check func(t *testing.T, got []string)
	// after examines the tags when the program has ended.
	after func(t *testing.T, tags []*virtual.Tag)
}

// verify checks the results of a task.
func (k task) verify(t *testing.T, got []string) {
	t.Helper()
	for i, s := range got {
		got[i] = strings.ToLower(s)
	}
	if k.check != nil {
		k.check(t, got)
		return
	}
	if !slices.Equal(got, k.want) {
		t.Errorf("%s of %v: %q, want %q", k.args, k.uids, got, k.want)
	}
}

// failed checks that a task has failed.
func failed(t *testing.T, got []string) {
	t.Helper()
	if len(got) != 1 || !strings.HasPrefix(got[0], "failed") {
		t.Errorf("%q, want a failure", got)
	}
}

// begins checks the beginning of the only result: drivers read 4 or 16 bytes.
func begins(want string) func(*testing.T, []string) {
	return func(t *testing.T, got []string) {
		t.Helper()
		if len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("%q, want %s and so on", got, want)
		}
	}
}

// stored checks that a page of the first tag holds these bytes.
func stored(page int, want [4]byte) func(*testing.T, []*virtual.Tag) {
	return func(t *testing.T, tags []*virtual.Tag) {
		t.Helper()
		got, err := tags[0].Page(page)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("page %d holds % x, want % x", page, got, want)
		}
	}
}

func TestRFID(t *testing.T) {
	const driver, on = "miguelbalboa/rfid", "MFRC522, SPI"
	path := program(t, driver, "rfid", on)
	// A library finds several tags in the order of its anticollision: it takes the
	// half with the bits that are 1.
	for _, k := range []task{
		{args: "version", want: []string{"version 92"}},
		{args: "selftest", want: []string{"selftest pass"}},
		{args: "list 1", want: []string{"none"}},
		{uids: []string{uid4}, args: "list 2", want: []string{"uid deadbeef 08", "none"}},
		{uids: []string{uid7}, args: "list 2", want: []string{"uid 04a1b2c3d4e5f6 00", "none"}},
		{uids: []string{"04A1B2C3D4E5F6071829"}, args: "list 2", want: []string{"uid 04a1b2c3d4e5f6071829 00", "none"}},
		{uids: []string{uid7, otherUID7}, args: "list 3", want: []string{"uid 04a1b2c3d4e5f7 00", "uid 04a1b2c3d4e5f6 00", "none"}},
		{uids: []string{uid4, uid7}, args: "list 3", want: []string{"uid deadbeef 08", "uid 04a1b2c3d4e5f6 00", "none"}},
		{uids: []string{uid7}, args: "read 0", want: []string{"read 04a1b29fc3d4e5f60448" + "0000e1101200"}},
		{uids: []string{uid7}, args: "read 4", check: begins("read 0103a00c340300fe")},
		{uids: []string{uid7}, args: "read 200", check: failed},
		{uids: []string{uid4}, args: "read 0", check: failed},
		{uids: []string{uid7}, args: "write 5 01020304", want: []string{"written"}, after: stored(5, [4]byte{1, 2, 3, 4})},
		{uids: []string{uid7}, args: "write 200 01020304", check: failed},
	} {
		var tags []*virtual.Tag
		got := play(t, path, append([]string{"spi"}, strings.Fields(k.args)...), func(t *testing.T) *board {
			chip := virtual.NewMFRC522("SPI0.0")
			tags = put(t, chip.Field(), k.uids...)
			return &board{spi: chip}
		})
		k.verify(t, got)
		if k.after != nil {
			k.after(t, tags)
		}
	}
	report(t, driver, on, "version, self test, UIDs of 4, 7 and 10 bytes, two tags alike, a mixed pile, pages read and written, refusals",
		"looks 10 ms after it switched the field on; tags take up to 5 ms (ISO/IEC 14443-3, 5), and its example waits 4")
}

// pn532Tasks are the tasks for drivers of a PN532. They select one tag at a time and
// do not halt it.
var pn532Tasks = []task{
	{args: "version", want: []string{"version 32010607"}},
	{args: "list 1", want: []string{"none"}},
	{uids: []string{uid4}, args: "list 2", want: []string{"uid deadbeef -", "uid deadbeef -"}},
	{uids: []string{uid7}, args: "list 2", want: []string{"uid 04a1b2c3d4e5f6 -", "uid 04a1b2c3d4e5f6 -"}},
	{uids: []string{uid7}, args: "read 0", check: begins("read 04a1b29f")},
	{uids: []string{uid7}, args: "read 4", check: begins("read 0103a00c")},
	{uids: []string{uid7}, args: "read 60", check: failed},
	{uids: []string{uid4}, args: "read 4", check: failed},
	{uids: []string{uid7}, args: "write 5 01020304", want: []string{"written"}, after: stored(5, [4]byte{1, 2, 3, 4})},
}

// leftovers are the differences of Adafruit-PN532 on a serial line: it takes 20 of the
// 22 bytes about a tag of 7 bytes, and takes the other two for the beginning of the
// next answer. It would do so with any chip.
var leftovers = map[string]task{
	uid7 + " list 2":           {want: []string{"uid 04a1b2c3d4e5f6 -", "none"}},
	uid7 + " read 0":           {check: failed},
	uid7 + " read 4":           {check: failed},
	uid7 + " write 5 01020304": {check: failed, after: stored(5, [4]byte{1, 2, 3, 4})},
}

func TestAdafruitPN532(t *testing.T) {
	const all = "version, UIDs of 4 and 7 bytes, pages read and written, refusals"
	for _, test := range []struct {
		name, wire, read, differences string
		otherwise                     map[string]task
	}{
		{"Adafruit-PN532", "spi", all, "", nil},
		{"Adafruit-PN532", "serial", "version, UIDs of 4 and 7 bytes, a page written", "the driver leaves 2 bytes of the answer about a tag of 7 bytes on the line, and all of that to setPassiveActivationRetries (not called here), and fails at the next", leftovers},
		{"Adafruit-PN532", "i2c", all, stretches, nil},
		{"Adafruit_CircuitPython_PN532", "spi", all, "", nil},
		{"Adafruit_CircuitPython_PN532", "serial", all, "", nil},
		{"Adafruit_CircuitPython_PN532", "i2c", all, stretches, nil},
	} {
		t.Run(test.name+"/"+test.wire, func(t *testing.T) {
			on := "PN532, " + test.wire
			path := program(t, test.name, test.name, on)
			for _, k := range pn532Tasks {
				if other, ok := test.otherwise[strings.Join(append(k.uids, k.args), " ")]; ok {
					k.want, k.check, k.after = other.want, other.check, other.after
				}
				var tags []*virtual.Tag
				var chip *virtual.PN532
				got := play(t, path, append([]string{test.wire}, strings.Fields(k.args)...), func(t *testing.T) *board {
					var b *board
					chip, b = pn532Board(t, test.wire)
					tags = put(t, chip.Field(), k.uids...)
					return b
				})
				k.verify(t, got)
				if k.after != nil {
					k.after(t, tags)
				}
				content(t, chip.Complaints())
			}
			report(t, test.name, on, test.read, test.differences)
		})
	}
}

// stretches is the difference of a PN532 on I2C for drivers that wait for the clock.
const stretches = "counts on a chip that holds the clock while it wakes up (datasheet, I2C timing); else it does not acknowledge here"

// pn532Board returns a board with a PN532 on one kind of connection.
func pn532Board(t *testing.T, wire string) (*virtual.PN532, *board) {
	t.Helper()
	switch wire {
	case "spi":
		chip := virtual.NewPN532OnSPI("SPI0.0")
		return chip, &board{spi: chip}
	case "serial":
		chip := virtual.NewPN532OnSerial("line")
		return chip, &board{serial: newSerial(chip)}
	}
	bus := virtual.NewI2CBus("I2C1")
	chip := virtual.NewPN532OnI2C(bus)
	chip.StretchClock(true)
	if err := chip.Register(); err != nil {
		t.Fatal(err)
	}
	handle, err := bus.Open()
	if err != nil {
		t.Fatal(err)
	}
	return chip, &board{i2c: handle, addr: virtual.PN532Address}
}
