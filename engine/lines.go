package engine

import "strings"

// TableLines lists the lines, counted from 1, on which the tables `[[name]]` of a TOML file begin. TOML's reader does not tell them, and
// whoever mends a card list wants to know.
func TableLines(data []byte, name string) []int {
	var lines []int
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		said, _, _ := strings.Cut(line, "#")
		if strings.Join(strings.Fields(said), "") == "[["+name+"]]" {
			lines = append(lines, n)
		}
	}
	return lines
}
