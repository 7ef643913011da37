// Command floor checks that the page uses nothing that the oldest browsers it is made for lack, unless the page says what happens there instead.
//
// These browsers are the floor: Safari 15.0, Chrome 87 and Firefox 91, on computers and on phones. What they lack stands in above.txt. It was taken from MDN's
// compatibility data (package @mdn/browser-compat-data of the npm registry), whose version is in its first line.
//
// What the page may use nevertheless stands in handled.txt, a line each: the file, the kind and the name, and what a browser of the floor does instead.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type command struct {
	Page    string `default:"web/page" type:"existingdir" help:"The folder of the page (default: ${default})."`
	Above   string `default:"web/floor/above.txt" help:"The list of what the floor lacks (default: ${default})."`
	Handled string `default:"web/floor/handled.txt" help:"The list of what the page may use nevertheless (default: ${default})."`
	From    string `type:"existingfile" placeholder:"data.json" help:"Make the list anew from MDN's compatibility data, and check nothing."`
}

func main() {
	var c command
	kong.Parse(&c, kong.Description("Checks that the page uses nothing that the oldest browsers it is made for lack."), kong.UsageOnError())
	if err := c.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (c command) run() error {
	if c.From != "" {
		return distil(c.From, c.Above)
	}
	lacks, err := readAbove(c.Above)
	if err != nil {
		return err
	}
	handled, err := readHandled(c.Handled)
	if err != nil {
		return err
	}
	faults, err := check(os.DirFS(c.Page), lacks, handled)
	if err != nil {
		return err
	}
	return errors.Join(faults...)
}

// feature is a part of the language, of its library, or of style sheets: a kind, such as "member" or "property", and a name.
type feature struct{ kind, name string }

func (f feature) String() string { return f.kind + " " + f.name }

// use is the line on which a file uses a feature.
type use struct {
	feature
	line int
}

// check returns what the page uses without saying what happens where it is lacking, and what handled.txt has and the page does not.
func check(page fs.FS, lacks map[feature]bool, handled map[string]bool) (faults []error, err error) {
	unused := make(map[string]bool)
	for h := range handled {
		unused[h] = true
	}
	err = fs.WalkDir(page, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		var uses func(source []byte, lacks map[feature]bool) ([]use, error)
		switch path.Ext(file) {
		case ".js":
			uses = usesOfScript
		case ".css":
			uses = usesOfStyle
		default:
			return nil
		}
		source, err := fs.ReadFile(page, file)
		if err != nil {
			return err
		}
		all, err := uses(source, lacks)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, u := range all {
			here, anywhere := file+" "+u.String(), "* "+u.String()
			delete(unused, here)
			delete(unused, anywhere)
			if !handled[here] && !handled[anywhere] {
				faults = append(faults, fmt.Errorf("%s:%d: %s is lacking in %s", file, u.line, u, floorText()))
			}
		}
		return nil
	})
	for h := range unused {
		faults = append(faults, fmt.Errorf("handled.txt has %q, which the page does not use", h))
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return faults, err
}

// readHandled returns "FILE KIND NAME" of each line.
func readHandled(name string) (map[string]bool, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	handled := make(map[string]bool)
	for n, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		what, why, ok := strings.Cut(line, ": ")
		if !ok || len(strings.Fields(what)) != 3 || why == "" {
			return nil, fmt.Errorf("%s:%d: a line is “FILE KIND NAME: what happens without it”", name, n+1)
		}
		handled[what] = true
	}
	return handled, nil
}
