package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/CycloneDX/cyclonedx-go"
)

// asBill is set in the environment of a test program that is to be the program bill.
const asBill = "FAMILIAR_TEST_AS_BILL"

func TestMain(m *testing.M) {
	if os.Getenv(asBill) != "" {
		main()
		return
	}
	m.Run()
}

// TestStatus runs bill for a program that does not exist. A package's build must not go on after that.
func TestStatus(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "sbom", "nowhere", "v1")
	cmd.Env = append(os.Environ(), asBill+"=1")
	if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 1 || !strings.HasPrefix(string(out), "bill: could not read Go build info: open nowhere: ") {
		t.Errorf("it says %q and ends with %v", out, err)
	}
}

func bill(t *testing.T, kind string) []byte {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run([]string{kind, program, "v1.2.3"}, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestSBOM prints the bill of this very test: its parts are Go and the two modules that write bills.
func TestSBOM(t *testing.T) {
	told := bill(t, "sbom")
	var b cyclonedx.BOM
	if err := json.Unmarshal(told, &b); err != nil {
		t.Fatal(err)
	}
	if b.Metadata.Component.PackageURL != "pkg:golang/familiar@v1.2.3" {
		t.Errorf("it is the bill of %s", b.Metadata.Component.PackageURL)
	}
	of := make(map[string]cyclonedx.Component)
	for _, c := range *b.Components {
		of[c.Name] = c
	}
	for name, licence := range map[string]string{
		"std": "BSD-3-Clause", "github.com/CycloneDX/cyclonedx-go": "Apache-2.0", "github.com/google/licensecheck": "BSD-3-Clause",
	} {
		c, ok := of[name]
		if !ok || len(*c.Licenses) == 0 || (*c.Licenses)[0].License.ID != licence || name != "std" && len((*c.Hashes)[0].Value) != 64 {
			t.Errorf("of %s it says %+v", name, c)
		}
	}
	if c := b.Metadata.Component; c.Type != cyclonedx.ComponentTypeApplication {
		t.Errorf("the program is of the kind %q", c.Type)
	}
	if built := b.Metadata.Component.Properties; built == nil || !slices.Contains(*built, cyclonedx.Property{Name: "go:GOOS", Value: runtime.GOOS}) {
		t.Errorf("of how it was built it says %v", built)
	}
	for i, c := range *b.Components {
		if c.BOMRef != c.PackageURL || (*(*b.Dependencies)[0].Dependencies)[i] != c.BOMRef {
			t.Errorf("what %s is called where the program depends on it: %q, %v", c.Name, c.BOMRef, *b.Dependencies)
		}
	}
	if d := *b.Dependencies; len(d) != 1 || d[0].Ref != b.Metadata.Component.BOMRef || len(*d[0].Dependencies) != len(*b.Components) {
		t.Errorf("it depends on %+v", d)
	}
	if again := bill(t, "sbom"); !bytes.Equal(told, again) {
		t.Error("the same program has another bill")
	}
}

func TestCopyright(t *testing.T) {
	told := string(bill(t, "copyright"))
	if !strings.HasPrefix(told, "Familiar\n") {
		t.Errorf("it does not begin with the name of the program: %.40q", told)
	}
	for _, want := range []string{"The Familiar authors", "It is one program with what follows in it. Go and its standard library:", "The Go Authors", "github.com/CycloneDX/cyclonedx-go v0.12.0:", "Apache License"} {
		if !strings.Contains(told, want) {
			t.Errorf("nothing of %q", want)
		}
	}
}

// TestPartsOfThePage are in the bill of the program that has the page: each with the licence that its authors gave it.
func TestPartsOfThePage(t *testing.T) {
	parts, err := partsOfPage(filepath.Join("..", "..", "web", "types", "vendor"))
	if err != nil {
		t.Fatal(err)
	}
	if len(parts) != 1 || parts[0].path != "preact" || !slices.Equal(parts[0].spdx, []string{"MIT"}) || !strings.Contains(parts[0].licence[0], "Jason Miller") {
		t.Fatalf("they are %+v", parts)
	}
	var b bytes.Buffer
	if err := sbom(&b, new(debug.BuildInfo), append([]part{{path: "familiar"}}, parts...)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"pkg:npm/preact@` + parts[0].version + `"`, `"SHA-512"`, parts[0].sha512} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("nothing of %s in %s", want, b.String())
		}
	}
	for program, want := range map[string]bool{withPage: true, "familiar/systemd/bill": false} {
		all, err := partsOf(&debug.BuildInfo{GoVersion: runtime.Version(), Path: program})
		if got := slices.ContainsFunc(all, func(p part) bool { return p.path == "preact" }); err != nil || got != want {
			t.Errorf("in the bill of %s they are: %t, %v", program, got, err)
		}
	}
}

func TestNoBill(t *testing.T) {
	for name, args := range map[string][]string{
		"nothing": nil, "no kind": {"bill", os.Args[0], "v1"}, "no program": {"sbom", "main.go", "v1"}, "no file": {"sbom", "nowhere", "v1"},
	} {
		if err := run(args, new(bytes.Buffer)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"invoice", program, "v1"}, io.Discard); err == nil || err.Error() != `there is no bill of the kind "invoice"` {
		t.Errorf("of another kind it says %v", err)
	}
}

// TestNoBillOfUnknownParts: where the parts of a program cannot be found, nothing is printed as if it had none.
func TestNoBillOfUnknownParts(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // outside the module
	for _, kind := range []string{"sbom", "copyright"} {
		var out bytes.Buffer
		if err := run([]string{kind, program, "v1"}, &out); err == nil || out.Len() > 0 {
			t.Errorf("the error is %v, and it prints\n%s", err, out.String())
		}
	}
}

// TestGoThatFails: there is no bill if the go command fails at any of its steps, and the error says at which.
func TestGoThatFails(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	info := &debug.BuildInfo{GoVersion: runtime.Version(), Deps: []*debug.Module{{Path: "example.org/a", Version: "v1.0.0"}}}
	for name, test := range map[string]struct{ script, want string }{
		"no folder of Go":     {`exit 1`, "go env GOROOT: exit status 1"},
		"no module":           {`test "$1" = env`, "go list -m -f {{.Dir}}: exit status 1"},
		"no download":         {`test "$1" != mod`, "go mod download -json example.org/a@v1.0.0: exit status 1"},
		"a download unlisted": {`echo soon`, "invalid character 's' looking for beginning of value"},
	} {
		if err := os.WriteFile(filepath.Join(dir, "go"), []byte("#!/bin/sh\n"+test.script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		if parts, err := partsOf(info); err == nil || err.Error() != test.want {
			t.Errorf("%s: its parts are %+v, and the error is %v, not %s", name, parts, err, test.want)
		}
	}
}

func TestModuleWithABrokenSum(t *testing.T) {
	err := sbom(io.Discard, new(debug.BuildInfo), []part{{path: "familiar"}, {path: "example.org/a", sum: "h1:none!"}})
	if err == nil || !strings.Contains(err.Error(), "the sum of example.org/a: illegal base64") {
		t.Errorf("the error is %v", err)
	}
}

// TestPartsOfThePageThatCannotBeRead: a package of the page is in no bill without the licence that its authors gave it, and none is without its list.
func TestPartsOfThePageThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	if parts, err := partsOfPage(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a list its parts are %+v, %v", parts, err)
	}
	for name, list := range map[string]string{"a licence that lacks": `[{"name": "preact", "licence": "gone.txt"}]`, "no list": `{`} {
		if err := os.WriteFile(filepath.Join(dir, "parts.json"), []byte(list), 0o600); err != nil {
			t.Fatal(err)
		}
		if parts, err := partsOfPage(dir); err == nil {
			t.Errorf("with %s its parts are %+v", name, parts)
		}
	}
}

// TestLicencesThatCannotBeRead: a module whose folder or licence cannot be read is in no bill.
func TestLicencesThatCannotBeRead(t *testing.T) {
	p := part{path: "example.org/a"}
	if err := p.readLicence(filepath.Join(t.TempDir(), "gone")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the licences are %q, %v", p.licence, err)
	}
	dir := t.TempDir()
	if err := p.readLicence(dir); err == nil || !strings.Contains(err.Error(), "no licence of example.org/a is known") {
		t.Errorf("without a licence it is said: %v", err)
	}
	if err := os.Symlink("gone", filepath.Join(dir, "LICENSE")); err != nil {
		t.Fatal(err)
	}
	if err := p.readLicence(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the licences are %q, %v", p.licence, err)
	}
}

// TestLicencesOfAModule: they are in its files of these names, in no others and in no folder.
func TestLicencesOfAModule(t *testing.T) {
	dir := t.TempDir()
	mit, err := os.ReadFile(filepath.Join("..", "..", "web", "types", "vendor", "preact-licence.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"LICENSE", "Licence.md", "copying", "NOTICE.txt", "README"} {
		if err := os.WriteFile(filepath.Join(dir, name), append([]byte(name+"\n"), mit...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "LICENSES"), 0o700); err != nil {
		t.Fatal(err)
	}
	var p part
	if err := p.readLicence(dir); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, text := range p.licence {
		name, _, _ := strings.Cut(text, "\n")
		got = append(got, name)
	}
	if !slices.Equal(got, []string{"LICENSE", "Licence.md", "NOTICE.txt", "copying"}) || !slices.Equal(p.spdx, []string{"MIT"}) {
		t.Errorf("they are %q, called %q", got, p.spdx)
	}
}

// TestOutsideTheModule: there is no bill of the program where its own licence is not.
func TestOutsideTheModule(t *testing.T) {
	t.Chdir(t.TempDir())
	if parts, err := partsOf(&debug.BuildInfo{GoVersion: runtime.Version()}); err == nil {
		t.Errorf("its parts are %+v", parts)
	}
}

// TestPageWithoutItsParts: there is no bill of the program if the list of the packages in its page is missing.
func TestPageWithoutItsParts(t *testing.T) {
	dir := t.TempDir()
	mit, err := os.ReadFile(filepath.Join("..", "..", "web", "types", "vendor", "preact-licence.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "LICENSE"), mit, 0o600), os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module mine\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if parts, err := partsOf(&debug.BuildInfo{GoVersion: runtime.Version(), Path: withPage}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("its parts are %+v, %v", parts, err)
	}
}

// full is a file on a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestCopyrightOnAFullDisk(t *testing.T) {
	if err := copyright(full{}, []part{{licence: []string{"Take it."}}}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("the error is %v", err)
	}
}

// TestOtherGo: the licence of the Go that built a program is read from that very Go.
func TestOtherGo(t *testing.T) {
	if parts, err := partsOf(&debug.BuildInfo{GoVersion: "go1.2.3"}); err == nil || !strings.Contains(err.Error(), "was built with go1.2.3") {
		t.Errorf("its parts are %+v, %v", parts, err)
	}
}

// TestReplacedModule: a module that is replaced by something else has no known licence.
func TestReplacedModule(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: runtime.Version(), Deps: []*debug.Module{{Path: "example.org/a", Version: "v1.0.0", Replace: &debug.Module{Path: "../a"}}}}
	if parts, err := partsOf(info); err == nil || !strings.Contains(err.Error(), "module example.org/a is replaced") {
		t.Errorf("its parts are %+v, %v", parts, err)
	}
}
