//go:build peers && linux

package peers

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/hw/virtual"
)

// libnfcTime is the maximum time of a program of libnfc: nfc-poll searches for
// 30 seconds.
const libnfcTime = time.Minute

// libnfc prepares a program with a chip on a serial line, which is like an
// owner's adapter on USB.
func libnfc(t *testing.T, program string) (*virtual.PN532, *exec.Cmd) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		missing(t, "libnfc "+program, onSerial, "there is no "+program)
	}
	line := filepath.Join(t.TempDir(), "line")
	chip := virtual.NewPN532OnSerial(line)
	if err := chip.Register(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := chip.Unregister(); err != nil {
			t.Error(err)
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), libnfcTime)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, path)
	cmd.Env = append(os.Environ(), "LIBNFC_AUTO_SCAN=false", "LIBNFC_DEFAULT_DEVICE=pn532_uart:"+line+":115200")
	return chip, cmd
}

// fields returns the texts after a label in libnfc's output, such as UIDs,
// without spaces.
func fields(output, label string) (all []string) {
	for line := range strings.Lines(output) {
		if head, tail, ok := strings.Cut(line, ": "); ok && strings.Contains(head, label) {
			all = append(all, strings.ToUpper(strings.Join(strings.Fields(tail), "")))
		}
	}
	slices.Sort(all)
	return all
}

const onSerial = "PN532, serial"

func TestLibnfcList(t *testing.T) {
	expect(t, "libnfc nfc-list", onSerial)
	var read []string
	for name, uids := range map[string][]string{
		"empty":      {},
		"one":        {uid7},
		"two alike":  {uid7, otherUID7},
		"mixed pile": {uid4, uid7},
	} {
		chip, cmd := libnfc(t, "nfc-list")
		put(t, chip.Field(), uids...)
		output, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, output)
		}
		slices.Sort(uids)
		if got := fields(string(output), "UID"); !slices.Equal(got, uids) {
			t.Errorf("%s: UIDs %q, want %q\n%s", name, got, uids, output)
		}
		content(t, chip.Complaints())
		read = append(read, name)
	}
	slices.Sort(read)
	report(t, "libnfc nfc-list", onSerial, "fields: "+strings.Join(read, ", "), "")
}

// TestLibnfcPoll removes the tag when the program waits for that; until then it
// reads a page of the tag over and over.
func TestLibnfcPoll(t *testing.T) {
	expect(t, "libnfc nfc-poll", onSerial)
	for _, uid := range []string{uid4, uid7} {
		chip, cmd := libnfc(t, "nfc-poll")
		tags := put(t, chip.Field(), uid)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		var errors strings.Builder
		cmd.Stderr = &errors
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		r := bufio.NewReader(out)
		var said strings.Builder
		for !strings.HasSuffix(said.String(), "removing...") {
			b, err := r.ReadByte()
			if err != nil {
				t.Fatalf("%s: it ends with %v\n%s%s", uid, err, said.String(), errors.String())
			}
			said.WriteByte(b)
		}
		time.Sleep(300 * time.Millisecond)
		chip.Field().Take(tags[0])
		rest, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s: %v\n%s", uid, err, errors.String())
		}
		said.Write(rest)
		if got := fields(said.String(), "UID"); !slices.Equal(got, []string{uid}) || !strings.Contains(said.String(), "done.") {
			t.Errorf("%s: UIDs %q\n%s%s", uid, got, said.String(), errors.String())
		}
		content(t, chip.Complaints())
	}
	report(t, "libnfc nfc-poll", onSerial, "a tag of 4 and one of 7 bytes, each until it was taken away", "")
}
