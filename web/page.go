package web

import (
	"embed"
	"io/fs"
)

//go:embed page
var page embed.FS

// Page returns the page that comes with the program, for Options.Page.
func Page() fs.FS {
	sub, err := fs.Sub(page, "page")
	if err != nil {
		return page // cannot happen: this is the name of the embedded folder
	}
	return sub
}
