package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// guide is the page that leads an owner from an empty card to the first game.
const guide = "../../docs/raspberry-pi.md"

// lineKind says where a line of the guide must be run.
type lineKind string

const (
	onPi       lineKind = "on the Raspberry Pi"
	onComputer lineKind = "on the owner's computer"
	byHand     lineKind = "by hand"
	onPiOSOnly lineKind = "on Raspberry Pi OS only"
)

// lineKinds lists the kinds of lines by the words with which they begin. The first match counts.
var lineKinds = []struct {
	begins string
	kind   lineKind
}{
	{"scp ", onComputer},
	{"ssh ", onComputer},
	{"sudo nano ", byHand},
	{"sudo raspi-config ", onPiOSOnly},
	{"sudo apt install ./familiar_", onPi},
	{"sudo familiar ", onPi},
	{"sudo systemctl ", onPi},
	{"sudo reboot", onPi},
}

// guideLine is a command of the guide.
type guideLine struct {
	command string // without its comment
	kind    lineKind
}

// readGuide returns the commands in the code blocks of the guide, in their order. A line of unknown kind fails the test.
func readGuide(t *testing.T, text string) []guideLine {
	t.Helper()
	var all []guideLine
	inBlock := false
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			inBlock = !inBlock
		case inBlock:
			command, _, _ := strings.Cut(line, " # ")
			if command = strings.TrimSpace(command); command == "" {
				continue
			}
			all = append(all, guideLine{command, kindOf(command)})
			if all[len(all)-1].kind == "" {
				t.Errorf("line %d, %q, is of no known kind: say in lineKinds where it is run", i+1, command)
			}
		}
	}
	if inBlock {
		t.Error("a code block does not end")
	}
	return all
}

func kindOf(command string) lineKind {
	for _, k := range lineKinds {
		if strings.HasPrefix(command, k.begins) {
			return k.kind
		}
	}
	return ""
}

// TestGuideIsOfKnownKinds reads the guide as the emulated Raspberry Pi does that follows it.
func TestGuideIsOfKnownKinds(t *testing.T) {
	text, err := os.ReadFile(filepath.FromSlash(guide))
	if err != nil {
		t.Fatal(err)
	}
	kinds := make(map[lineKind]int)
	for _, l := range readGuide(t, string(text)) {
		kinds[l.kind]++
	}
	for _, k := range []lineKind{onPi, onComputer, byHand, onPiOSOnly} {
		if kinds[k] == 0 {
			t.Errorf("no line is %s: were the code blocks read?", k)
		}
	}
}
