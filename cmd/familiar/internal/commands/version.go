package commands

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"familiar/cmd/familiar/internal/cli"
)

// Version tells which version of the program this is.
type Version struct{}

// Run prints the version.
func (Version) Run(e cli.Env) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	_, err := fmt.Fprintln(e.Stdout, describe(e.Version, info))
	return err
}

// describe returns the version that the build has set, or else the module's, with the commit if that is known.
func describe(set string, info *debug.BuildInfo) string {
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	text := "familiar " + cmp.Or(set, info.Main.Version, "(unknown version)")
	if commit := settings["vcs.revision"]; commit != "" {
		text += fmt.Sprintf(", commit %.12s", commit)
		if when := settings["vcs.time"]; when != "" {
			text += " of " + when
		}
		if settings["vcs.modified"] == "true" {
			text += ", changed since"
		}
	}
	if info.GoVersion != "" {
		text += fmt.Sprintf(", %s", info.GoVersion)
	}
	if settings["GOARCH"] != "" {
		text += fmt.Sprintf(" for %s/%s", settings["GOOS"], settings["GOARCH"])
	}
	return text
}
