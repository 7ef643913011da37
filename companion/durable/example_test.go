package durable_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"familiar/companion/durable"
)

// A list is replaced as a whole, so that a power cut leaves the old one or the new one. One that can no longer be trusted
// is moved aside: the next one never overwrites it.
func Example() {
	folder, err := os.MkdirTemp("", "durable-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	list := filepath.Join(folder, "tags.toml")
	for _, text := range []string{"one tag", "two tags"} {
		if err := durable.Replace(list, []byte(text), 0o600); err != nil {
			log.Fatal(err)
		}
	}
	aside, err := durable.MoveBeside(list, "damaged")
	if err != nil {
		log.Fatal(err)
	}
	text, err := durable.Read(aside, 1<<20)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %s\n", filepath.Base(aside), text)
	// Output: tags.toml.damaged-1: two tags
}
