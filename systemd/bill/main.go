// Bill prints the parts of a built program: as a CycloneDX bill of materials (SBOM) in JSON, or as Debian's copyright file with the
// licences of all parts.
//
//	bill sbom familiar v1.2.3 > sbom.cdx.json
//	bill copyright familiar v1.2.3 > copyright
//
// It reads the modules from the program itself, and their licences from the module cache; what the page has from others stands in web/types/vendor/parts.json. The
// same program always has the same bill.
package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
	"github.com/google/licensecheck"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bill:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 3 {
		return errors.New("usage: bill sbom|copyright PROGRAM VERSION")
	}
	info, err := buildinfo.ReadFile(args[1])
	if err != nil {
		return err
	}
	info.Main.Version = args[2] // the linker was given it, and does not store it
	parts, err := partsOf(info)
	if err != nil {
		return err
	}
	switch args[0] {
	case "sbom":
		return sbom(out, info, parts)
	case "copyright":
		return copyright(out, parts)
	}
	return fmt.Errorf("there is no bill of the kind %q", args[0])
}

// part is a part of a program: a module, Go itself, or a package of the npm registry in its page.
type part struct {
	path, version string
	sum           string   // of a module: "h1:…"
	sha512        string   // of a package of the page: of its tarball, in hexadecimal digits
	licence       []string // the texts
	spdx          []string // their names
}

// partsOf returns the program's own module, Go, and the modules that it uses.
func partsOf(info *debug.BuildInfo) ([]part, error) {
	if version := runtime.Version(); info.GoVersion != version {
		return nil, fmt.Errorf("the program was built with %s, and its licence is to be read from %s", info.GoVersion, version)
	}
	goRoot, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	own, err := output("go", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return nil, err
	}
	parts := []part{{path: info.Main.Path, version: info.Main.Version}, {path: "std", version: strings.TrimPrefix(info.GoVersion, "go")}}
	folders := []string{own, goRoot}
	for _, m := range info.Deps {
		if m.Replace != nil {
			return nil, fmt.Errorf("module %s is replaced, and nobody knows the licence of that", m.Path)
		}
		out, err := output("go", "mod", "download", "-json", m.Path+"@"+m.Version)
		if err != nil {
			return nil, err
		}
		var module struct{ Dir string }
		if err := json.Unmarshal([]byte(out), &module); err != nil {
			return nil, err
		}
		parts, folders = append(parts, part{path: m.Path, version: m.Version, sum: m.Sum}), append(folders, module.Dir)
	}
	for i, folder := range folders {
		if err := parts[i].readLicence(folder); err != nil {
			return nil, err
		}
	}
	if info.Path != withPage {
		return parts, nil
	}
	vendored, err := partsOfPage(filepath.Join(own, "web", "types", "vendor"))
	return append(parts, vendored...), err
}

// withPage is the program that has the page in it.
const withPage = "familiar/cmd/familiar"

// partsOfPage returns the packages that the page has from others: parts.json in a folder lists them, and their licences lie beside it.
func partsOfPage(folder string) (parts []part, err error) {
	data, err := os.ReadFile(filepath.Join(folder, "parts.json"))
	if err != nil {
		return nil, err
	}
	var list []struct{ Name, Version, SHA512, Licence string }
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	for _, l := range list {
		p := part{path: l.Name, version: l.Version, sha512: l.SHA512}
		if err := p.addLicence(filepath.Join(folder, l.Licence)); err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// readLicence reads the licences and notices in a module's folder.
func (p *part) readLicence(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		switch name := strings.ToUpper(e.Name()); {
		case e.IsDir():
			continue
		case !strings.HasPrefix(name, "LICENSE") && !strings.HasPrefix(name, "LICENCE") && !strings.HasPrefix(name, "COPYING") && !strings.HasPrefix(name, "NOTICE"):
			continue
		}
		if err := p.addLicence(filepath.Join(folder, e.Name())); err != nil {
			return err
		}
	}
	if len(p.spdx) == 0 {
		return fmt.Errorf("no licence of %s is known: look into %s", p.path, folder)
	}
	return nil
}

func (p *part) addLicence(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	p.licence = append(p.licence, string(text))
	for _, m := range licensecheck.Scan(text).Match {
		if !slices.Contains(p.spdx, m.ID) {
			p.spdx = append(p.spdx, m.ID)
		}
	}
	return nil
}

func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return string(bytes.TrimSpace(out)), nil
}

func sbom(out io.Writer, info *debug.BuildInfo, parts []part) error {
	components := make([]cyclonedx.Component, len(parts))
	uses := make([]string, 0, len(parts))
	for i, p := range parts {
		c := cyclonedx.Component{Type: cyclonedx.ComponentTypeLibrary, Name: p.path, Version: p.version, PackageURL: "pkg:golang/" + p.path + "@" + p.version}
		if p.sha512 != "" {
			c.PackageURL = "pkg:npm/" + p.path + "@" + p.version
			c.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA512, Value: p.sha512}}
		}
		c.BOMRef = c.PackageURL
		var licences cyclonedx.Licenses
		for _, id := range p.spdx {
			licences = append(licences, cyclonedx.LicenseChoice{License: &cyclonedx.License{ID: id}})
		}
		c.Licenses = &licences
		if sum, ok := strings.CutPrefix(p.sum, "h1:"); ok {
			raw, err := base64.StdEncoding.DecodeString(sum)
			if err != nil {
				return fmt.Errorf("the sum of %s: %w", p.path, err)
			}
			c.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(raw)}}
		}
		if components[i] = c; i > 0 {
			uses = append(uses, c.BOMRef)
		}
	}
	program := components[0]
	program.Type = cyclonedx.ComponentTypeApplication
	var built []cyclonedx.Property
	for _, s := range info.Settings {
		built = append(built, cyclonedx.Property{Name: "go:" + s.Key, Value: s.Value})
	}
	program.Properties = &built
	used := components[1:]
	bill := cyclonedx.NewBOM()
	bill.Metadata = &cyclonedx.Metadata{Component: &program}
	bill.Components = &used
	bill.Dependencies = &[]cyclonedx.Dependency{{Ref: program.BOMRef, Dependencies: &uses}}
	return cyclonedx.NewBOMEncoder(out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bill)
}

func copyright(out io.Writer, parts []part) error {
	for i, p := range parts {
		switch i {
		case 0:
			fmt.Fprintln(out, "Familiar")
		case 1:
			fmt.Fprintln(out, "It is one program with what follows in it. Go and its standard library:")
		default:
			fmt.Fprintf(out, "%s %s:\n", p.path, p.version)
		}
		for _, text := range p.licence {
			if _, err := fmt.Fprintf(out, "\n%s\n\n", strings.TrimSpace(text)); err != nil {
				return err
			}
		}
	}
	return nil
}
