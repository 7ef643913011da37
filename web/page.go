package web

import (
	"embed"
	"io/fs"
)

//go:embed page
var page embed.FS

// Page is the page that comes with the program, for Options.Page.
func Page() fs.FS {
	sub, err := fs.Sub(page, "page")
	if err != nil {
		return page // the name of the folder is a good one: it is the one embedded
	}
	return sub
}
