package cardlist

import "bytes"

// outline finds where tables and fields stand. A text that the TOML decoder accepts and outline does not is still a valid list: it just cannot be
// edited in place.
func (file *File) outline() error {
	file.parts = []part{{line: 1}}
	data, at, line := file.data, 0, 1
	for at < len(data) {
		from := at
		at += countBlanks(data[at:])
		if at == len(data) {
			break
		}
		p := &file.parts[len(file.parts)-1]
		switch data[at] {
		case '\n', '\r', '#':
		case '[':
			name, rows, end, ok := parseHeader(data, at)
			if !ok {
				return errOtherForm
			}
			body := lineEnd(data, end)
			file.parts = append(file.parts, part{name: name, rows: rows, line: line, from: from, body: body, end: body})
			at = end
		default:
			n := bareKeyLen(data[at:])
			key := string(data[at : at+n])
			at += n
			at += countBlanks(data[at:])
			if n == 0 || at == len(data) || data[at] != '=' {
				return errOtherForm
			}
			at++
			at += countBlanks(data[at:])
			end := valueEnd(data, at)
			p.end = lineEnd(data, end)
			p.entries = append(p.entries, entry{key: key, line: line, from: from, value: at, end: end, next: p.end})
			at = end
		}
		next := lineEnd(data, at)
		if rest := bytes.TrimSpace(data[at:next]); len(rest) > 0 && rest[0] != '#' {
			return errOtherForm
		}
		line += bytes.Count(data[from:next], []byte("\n"))
		at = next
	}
	return nil
}

// checkOutline checks that the outline covers everything in the text.
func (file *File) checkOutline() error {
	rows := make(map[string]int)
	tables := make(map[string][]map[string]any)
	for i := range file.parts {
		p := &file.parts[i]
		here := file.tree
		if i > 0 {
			all, ok := tables[p.name]
			if !ok {
				all = file.Rows(p.name)
				tables[p.name] = all
			}
			_, single := file.tree[p.name].(map[string]any)
			if rows[p.name] >= len(all) || single == p.rows {
				return errOtherForm
			}
			here = all[rows[p.name]]
			rows[p.name]++
			if len(here) != len(p.entries) {
				return errOtherForm
			}
		}
		for _, e := range p.entries {
			if x, ok := here[e.key]; !ok || i == 0 && isTable(x) {
				return errOtherForm
			}
		}
	}
	for key, x := range file.tree {
		if isTable(x) && rows[key] != len(file.Rows(key)) {
			return errOtherForm
		}
	}
	if len(file.tree) != len(file.parts[0].entries)+len(rows) {
		return errOtherForm
	}
	return nil
}

// isTable reports whether a value is a table, or a list of tables.
func isTable(x any) bool {
	if list, ok := x.([]any); ok && len(list) > 0 {
		x = list[0]
	}
	_, ok := x.(map[string]any)
	return ok
}

func countBlanks(data []byte) int {
	n := 0
	for n < len(data) && (data[n] == ' ' || data[n] == '\t') {
		n++
	}
	return n
}

func bareKeyLen(data []byte) int {
	n := 0
	for n < len(data) && isBare(data[n]) {
		n++
	}
	return n
}

func isBare(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '_'
}

// lineEnd returns the position after the end of a line.
func lineEnd(data []byte, at int) int {
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(data)
}

// parseHeader parses `[name]` or `[[name]]`.
func parseHeader(data []byte, at int) (name string, rows bool, end int, ok bool) {
	closing := "]"
	at++
	if at < len(data) && data[at] == '[' {
		rows, closing = true, "]]"
		at++
	}
	at += countBlanks(data[at:])
	n := bareKeyLen(data[at:])
	name = string(data[at : at+n])
	at += n
	at += countBlanks(data[at:])
	return name, rows, at + len(closing), n > 0 && bytes.HasPrefix(data[at:], []byte(closing))
}

// valueEnd returns the end of the value that begins at a position. The text must be valid TOML.
func valueEnd(data []byte, at int) int {
	depth, end := 0, at // end is after the last character that belongs to the value
	for at < len(data) {
		switch c := data[at]; {
		case c == '"' || c == '\'':
			at = quotedEnd(data, at)
			end = at
			continue
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == '#':
			if depth <= 0 {
				return end
			}
			at = lineEnd(data, at)
			continue
		case c == '\n' && depth <= 0:
			return end
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
			continue
		}
		at++
		end = at
	}
	return end
}

// quotedEnd returns the end of the quoted text that begins at a position.
func quotedEnd(data []byte, at int) int {
	mark := data[at : at+1]
	if bytes.HasPrefix(data[at:], bytes.Repeat(mark, 3)) {
		long := bytes.Repeat(mark, 3)
		at += 3
		for at < len(data) && !bytes.HasPrefix(data[at:], long) {
			at += escapeLen(data[at], mark[0])
		}
		at = min(at+3, len(data))
		// A closing mark of three quotes may have up to two more quotes before it.
		for range 2 {
			if at < len(data) && data[at] == mark[0] {
				at++
			}
		}
		return at
	}
	at++
	for at < len(data) && data[at] != mark[0] && data[at] != '\n' {
		at += escapeLen(data[at], mark[0])
	}
	return min(at+1, len(data))
}

// escapeLen returns the length of a character or an escape sequence.
func escapeLen(b, mark byte) int {
	if b == '\\' && mark == '"' {
		return 2
	}
	return 1
}
