package oracle_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/oracle"
)

// below returns the facts whose paths have a prefix, without that prefix.
func below(s engine.State, prefix string) map[string]string {
	all := map[string]string{}
	for path, value := range s.Facts {
		if rest, ok := strings.CutPrefix(path, prefix); ok {
			all[rest] = value
		}
	}
	return all
}

// boxes returns the corrections that make exactly that many destiny boxes black.
func boxes(nudges, shifts int) []string {
	return []string{fmt.Sprintf("table: amend ann.nudge.ready %d", nudges), fmt.Sprintf("table: amend ann.shift.ready %d", shifts)}
}

// TestReach checks what a bowl allows, and what the black boxes could make of it.
func TestReach(t *testing.T) {
	for _, c := range []struct {
		name           string
		lies           string
		nudges, shifts int
		options        []engine.OptionValue
		can, could     map[string]string
	}{
		{
			"the worked example", "left 2, right 3, right skull, left, left", 1, 1, nil,
			map[string]string{"read-stars": "2", "predict": "2", "horoscope.left": "2", "horoscope.right": "3", "influence": "x"},
			map[string]string{
				"read-stars.1": "nudge die-a down", "read-stars.3": "nudge die-a up", "read-stars.4": "nudge die-b up / shift die-b",
				"predict.1": "nudge die-a down", "predict.3": "nudge die-a up", "predict.4": "nudge die-b up / shift die-b",
				"horoscope.1": "nudge die-a down", "horoscope.4": "nudge die-b up",
				"horoscope.1.3": "nudge die-a down / shift die-a", "horoscope.2.3": "shift die-a", "horoscope.3.3": "nudge die-a up / shift die-a",
				"horoscope.2.4": "nudge die-b up / shift die-a", "horoscope.2.2": "nudge die-b down / shift die-a",
				"influence.nudge": "shift coin", "influence.shift": "shift coin",
			},
		},
		{
			"no box", "left 2, right 3, right skull, left, left", 0, 0, nil,
			map[string]string{"read-stars": "2", "predict": "2", "horoscope.left": "2", "horoscope.right": "3", "influence": "x"}, map[string]string{},
		},
		{
			"two dice with the pawn", "left 4, left 1, right tree, right, left", 0, 1, nil,
			map[string]string{"predict": "4", "horoscope.left": "1 4", "influence": "nudge"},
			map[string]string{
				"read-stars.4": "shift die-a", "read-stars.1": "shift die-b", "predict.1": "shift die-a", "horoscope.4": "shift die-a", "horoscope.1": "shift die-a",
				"influence.x": "shift die-a", "influence.shift": "shift coin",
			},
		},
		{
			"their sum", "left 4, left 1, right tree, right, left", 1, 0, []engine.OptionValue{{Name: "prediction-dice", Value: "sum"}},
			map[string]string{"predict": "5", "horoscope.left": "1 4", "influence": "nudge"},
			map[string]string{
				"predict.2": "nudge die-a up", "predict.4": "nudge die-a down", "predict.6": "nudge die-b up", "predict.8": "nudge die-b down",
				"horoscope.1.1": "nudge die-a up", "horoscope.1.3": "nudge die-a down", "horoscope.2.4": "nudge die-b up", "horoscope.4.4": "nudge die-b down",
			},
		},
		{
			"the runes of influence exchanged", "left 1, left 1, left tree, left, right", 0, 1, []engine.OptionValue{{Name: "nudge-rune", Value: "voodoo"}},
			map[string]string{"read-stars": "1", "horoscope.left": "1 1", "influence": "shift x"},
			map[string]string{"predict.1": "shift die-a", "horoscope.1": "shift die-a", "influence.nudge": "shift coin"},
		},
		{
			"two steps", "left 1, right 1, left tree, left, right", 2, 0, nil,
			map[string]string{"read-stars": "1", "predict": "1", "horoscope.left": "1", "horoscope.right": "1", "influence": "nudge x"},
			map[string]string{
				"read-stars.2": "nudge die-a up", "read-stars.3": "nudge die-a up / nudge die-a up", "read-stars.4": "nudge die-a down",
				"predict.2": "nudge die-b up", "predict.3": "nudge die-b up / nudge die-b up", "predict.4": "nudge die-b down",
				"horoscope.2": "nudge die-b up", "horoscope.3": "nudge die-b up / nudge die-b up", "horoscope.4": "nudge die-b down",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			seats := setup("ann", "ben")
			seats.Options = c.options
			s := play(t, engine.HousePack, seats, slices.Concat(thrown(c.lies), boxes(c.nudges, c.shifts), []string{"table: dawn"})...)
			if diff := cmp.Diff(c.can, below(s, "can.")); diff != "" {
				t.Errorf("can:\n%s", diff)
			}
			could := below(s, "could.")
			for path, way := range c.could {
				// Only the length counts, since there may be several shortest ways.
				if got := could[path]; strings.Count(got, "/") != strings.Count(way, "/") || got == "" {
					t.Errorf("%s is %q, not %q", path, got, way)
				}
				delete(could, path)
			}
			for path, way := range could {
				t.Errorf("%s is %q", path, way)
			}
		})
	}
}

// TestReachOfTheStrip checks that a prediction without enough room on the strip is neither possible nor reachable.
func TestReachOfTheStrip(t *testing.T) {
	first, err := oracle.Game().New(setup("ann"), []byte(spoilt(t, "icons = 8", "icons = 2")))
	if err != nil {
		t.Fatal(err)
	}
	for lies, want := range map[string][2]string{
		"left 3, right 1, left tree, right, left": {"", "1: shift voodoo, 2: nudge die-a down"},
		"left 2, right 4, left tree, right, left": {"2", "1: nudge die-a down"},
	} {
		s := first.Clone()
		enginetest.PlayLines(t, s, slices.Concat(thrown(lies), boxes(1, 1), []string{"table: dawn"})...)
		can, could := below(s, "can.")["predict"], []string(nil)
		for path, way := range below(s, "could.predict.") {
			could = append(could, path+": "+way)
		}
		slices.Sort(could)
		if can != want[0] || strings.Join(could, ", ") != want[1] {
			t.Errorf("%s: can %q, could %v, not %q", lies, can, could, want)
		}
	}
}

// TestAlwaysAnAction checks that there is always an action that she can choose, wherever the runes and her figure are, even with nobody to recruit,
// an empty staff board and no strip.
func TestAlwaysAnAction(t *testing.T) {
	pack := strings.Replace(spoilt(t, packSlots+packTownsfolk, ""), "icons = 8", "icons = 0", 1)
	for _, rune := range []string{"bone", "voodoo"} {
		seats := setup("ann")
		seats.Options = []engine.OptionValue{{Name: "nudge-rune", Value: rune}}
		first, err := oracle.Game().New(seats, []byte(pack))
		if err != nil {
			t.Fatal(err)
		}
		enginetest.PlayLines(t, first, slices.Concat(begun, boxes(0, 0))...)
		for lies := range 1 << 5 {
			half := func(rune int) string { return []string{"left", "right"}[lies>>rune&1] }
			s := first.Clone()
			enginetest.PlayLines(t, s, "table: amend bowl.die-a "+half(0)+" 1", "table: amend bowl.die-b "+half(1)+" 2", "table: amend bowl.coin "+half(2)+" tree",
				"table: amend bowl.bone "+half(3), "table: amend bowl.voodoo "+half(4))
			for _, figure := range []string{"read-stars", "predict", "horoscope", "influence", "recruit", "staff"} {
				enginetest.PlayLines(t, s, "table: amend ann.figure "+figure)
				if !slices.ContainsFunc(enginetest.Moves(s), func(m string) bool { return strings.HasPrefix(m, "ann: ") }) {
					t.Errorf("halves %05b, the figure on %s, option %s: there is no action", lies, figure, rune)
				}
			}
		}
	}
}

// possible returns the facts `can`, in the form of the facts `could`.
func possible(s engine.State) map[string]bool {
	all := make(map[string]bool)
	for path, value := range below(s, "can.") {
		switch what, _, _ := strings.Cut(path, "."); what {
		case "horoscope":
			all["horoscope."+strings.ReplaceAll(value, " ", ".")] = true
		case "influence":
			for word := range strings.FieldsSeq(value) {
				all["influence."+word] = true
			}
		default:
			all[path+"."+value] = true
		}
	}
	return all
}

// drawThrow returns any throw that is not thrown again, in the set-up of a game in which Ann is first.
func drawThrow(t *rapid.T) []string {
	side := rapid.SampledFrom([]string{"left", "right"})
	face := rapid.IntRange(1, 4)
	halves := []string{side.Draw(t, "die-a"), side.Draw(t, "die-b"), side.Draw(t, "coin"), side.Draw(t, "bone"), side.Draw(t, "voodoo")}
	if len(slices.Compact(slices.Clone(halves))) == 1 {
		halves[4] = map[string]string{"left": "right", "right": "left"}[halves[0]]
	}
	coin := rapid.SampledFrom([]string{"tree", "skull"}).Draw(t, "face")
	return thrown(fmt.Sprintf("%s %d, %s %d, %s %s, %s, %s", halves[0], face.Draw(t, "a"), halves[1], face.Draw(t, "b"), halves[2], coin, halves[3], halves[4]))
}

// TestWays checks that each way leads to the promised strength, that none is shorter, and that no strength is missing.
func TestWays(t *testing.T) {
	values := map[string][]string{}
	for _, c := range oracle.Game().Options {
		values[c.Name] = c.Values
	}
	rapid.Check(t, func(t *rapid.T) {
		seats := setup("ann")
		for _, name := range []string{"prediction-dice", "nudge-rune"} {
			seats.Options = append(seats.Options, engine.OptionValue{Name: name, Value: rapid.SampledFrom(values[name]).Draw(t, name)})
		}
		first, err := oracle.Game().New(seats, oracle.Game().House)
		if err != nil {
			t.Fatal(err)
		}
		nudges, shifts := rapid.IntRange(0, 7).Draw(t, "nudges"), rapid.IntRange(0, 6).Draw(t, "shifts")
		s := first.Clone()
		for _, line := range slices.Concat(drawThrow(t), boxes(nudges, shifts), []string{"table: dawn"}) {
			if v := s.Play(enginetest.Line(s, line)); !v.OK() {
				t.Fatalf("%s: %s", line, v.Rule)
			}
		}
		could := below(s, "could.")
		for path, way := range could {
			next := s.Clone()
			for move := range strings.SplitSeq(way, " / ") {
				if v := next.Play(enginetest.Line(next, "ann: "+move)); !v.OK() {
					t.Fatalf("%s: %s: %s is refused for %s", path, way, move, v.Rule)
				}
			}
			if !possible(next)[path] {
				t.Fatalf("%s: %s leads to %v", path, way, below(next, "can."))
			}
		}
		const most = 3
		found := search(s, most)
		for path, n := range found {
			if way := could[path]; n > 0 && (way == "" || strings.Count(way, " / ")+1 != n) || n == 0 && way != "" {
				t.Fatalf("%s is possible with %d boxes, and told is %q", path, n, way)
			}
		}
		for path, way := range could {
			if _, ok := found[path]; !ok && strings.Count(way, " / ") < most {
				t.Fatalf("%s: %s, and it was not found", path, way)
			}
		}
	})
}

// search tries everything that up to most boxes can do, and returns the smallest number of boxes for each strength.
func search(s engine.State, most int) map[string]int {
	found, been := make(map[string]int), make(map[string]bool)
	states := []engine.State{s}
	for n := range most + 1 {
		var next []engine.State
		for _, state := range states {
			for path := range possible(state) {
				if _, ok := found[path]; !ok {
					found[path] = n
				}
			}
			if n == most {
				continue
			}
			for m := range state.Moves {
				if verb := state.Catalog().Word(m.Verb); verb != "nudge" && verb != "shift" {
					continue
				}
				after := state.Clone()
				after.Play(m)
				if lies := fmt.Sprint(below(after, "bowl."), below(after, "ann.nudge.ready")); !been[lies] {
					been[lies] = true
					next = append(next, after)
				}
			}
		}
		states = next
	}
	return found
}

// drawing is a map that is built only from the facts of a state.
type drawing struct {
	rows          [][]string
	lines, cross  map[string]bool // by the path after `line.`
	black         map[string]bool // cells by their points
	onlyGoods     bool
	columns, deep int
}

func point(x, y int) string { return string(rune('a'+x)) + strconv.Itoa(y+1) }

func (d *drawing) colour(x, y int) string {
	if x < 0 || y < 0 || x >= d.columns || y >= d.deep {
		return "none"
	}
	return d.rows[y][x]
}

// sides returns the lines around a cell, each with the place on its other side.
func sides(x, y int) map[string][2]int {
	return map[string][2]int{
		point(x, y) + "." + point(x+1, y):     {x, y - 1},
		point(x+1, y) + "." + point(x+1, y+1): {x + 1, y},
		point(x, y+1) + "." + point(x+1, y+1): {x, y + 1},
		point(x, y) + "." + point(x, y+1):     {x - 1, y},
	}
}

// flood returns the cells that are connected with a cell, in the order of the map, and reports whether they are closed off and whether the cross is
// on their outline.
func (d *drawing) flood(x, y int) (cells []string, closed, cross bool) {
	in := map[[2]int]bool{{x, y}: true}
	closed = true
	for todo := [][2]int{{x, y}}; len(todo) > 0; {
		at := todo[0]
		todo = todo[1:]
		for line, beyond := range sides(at[0], at[1]) {
			switch {
			case d.lines[line]:
			case d.colour(beyond[0], beyond[1]) == "none":
				closed = false
			case !in[beyond]:
				in[beyond] = true
				todo = append(todo, beyond)
			}
		}
	}
	for j := range d.deep {
		for i := range d.columns {
			if !in[[2]int{i, j}] {
				continue
			}
			cells = append(cells, point(i, j))
			for line, beyond := range sides(i, j) {
				cross = cross || d.cross[line] && !in[beyond]
			}
		}
	}
	return cells, closed, cross
}

// closed returns all closed areas, by their cells, in the form of the facts `closes`.
func (d *drawing) closed() (order []string, told map[string]string) {
	told = make(map[string]string)
	for y := range d.deep {
		for x := range d.columns {
			if d.colour(x, y) == "none" {
				continue
			}
			cells, closed, cross := d.flood(x, y)
			if !closed || cells[0] != point(x, y) {
				continue
			}
			name := strings.Join(cells, " ")
			good := d.good(cells)
			if told[name] = good + " " + name; cross && (good != "nothing" || !d.onlyGoods) {
				told[name] += " cross"
			}
			order = append(order, name)
		}
	}
	return order, told
}

// good returns what an area gives.
func (d *drawing) good(cells []string) string {
	colour := ""
	for _, c := range cells {
		here := d.rows[int(c[1]-'1')][int(c[0]-'a')]
		if len(cells) > 2 || d.black[c] || colour != "" && here != colour {
			return "nothing"
		}
		colour = here
	}
	return []string{"charm ", "talisman "}[len(cells)-1] + colour
}

// all returns the lines of the map.
func (d *drawing) all() []string {
	found := make(map[string]bool)
	for y := range d.deep {
		for x := range d.columns {
			if d.colour(x, y) != "none" {
				for line := range sides(x, y) {
					found[line] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// between returns the cells beside a line.
func (d *drawing) between(line string) (cells []string) {
	for y := range d.deep {
		for x := range d.columns {
			if _, ok := sides(x, y)[line]; ok && d.colour(x, y) != "none" {
				cells = append(cells, point(x, y))
			}
		}
	}
	return cells
}

// TestCloses compares the facts for each line, and the effects of drawing it, with areas that are found in a simple way.
func TestCloses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawing{
			columns: rapid.IntRange(1, 4).Draw(t, "columns"), deep: rapid.IntRange(1, 3).Draw(t, "rows"), onlyGoods: rapid.Bool().Draw(t, "goods"),
			lines: make(map[string]bool), cross: make(map[string]bool), black: make(map[string]bool),
		}
		var text []string
		for range d.deep {
			row := rapid.SliceOfN(rapid.SampledFrom([]string{"red", "red", "blue", "blue", "none"}), d.columns, d.columns).Draw(t, "row")
			d.rows = append(d.rows, row)
			text = append(text, `["`+strings.Join(row, `", "`)+`"]`)
		}
		border := rapid.Bool().Draw(t, "border")
		// A few cells in a corner have few lines between them and many around them, so that larger areas get closed too.
		right, low := rapid.IntRange(0, d.columns).Draw(t, "right"), rapid.IntRange(0, d.deep).Draw(t, "low")
		states := [3][]string{{"open", "drawn", "drawn", "cross"}, {"drawn", "drawn", "drawn", "drawn", "drawn", "cross", "open"}, {"open", "open", "open", "open", "cross", "drawn"}}
		var crosses, lines []string
		for _, line := range d.all() {
			beside := d.between(line)
			edge, inside := len(beside) == 1, 0
			for _, c := range beside {
				if int(c[0]-'a') < right && int(c[1]-'1') < low {
					inside++
				}
			}
			switch rapid.SampledFrom(states[inside]).Draw(t, line) {
			case "cross":
				d.cross[line], d.lines[line] = true, true
				crosses = append(crosses, `"`+strings.Replace(line, ".", " ", 1)+`"`)
			case "drawn":
				if !(border && edge) {
					lines = append(lines, "table: amend line."+line+" drawn")
				}
				d.lines[line] = true
			}
			d.lines[line] = d.lines[line] || border && edge
		}
		pack := strings.Replace(goodPack, packMap, "[map]\nrows = ["+strings.Join(text, ", ")+"]\ncross = ["+strings.Join(crosses, ", ")+"]\n", 1)
		seats := setup("ann")
		seats.Options = []engine.OptionValue{{Name: "border", Value: map[bool]string{false: "open", true: "drawn"}[border]},
			{Name: "cross", Value: map[bool]string{false: "any", true: "goods"}[d.onlyGoods]}}
		s, err := oracle.Game().New(seats, []byte(pack))
		if err != nil {
			t.Fatal(err)
		}
		for y := range d.deep {
			for x := range d.columns {
				if d.colour(x, y) != "none" && rapid.IntRange(0, 4).Draw(t, "black") == 0 {
					d.black[point(x, y)] = true
					lines = append(lines, "table: amend cell."+point(x, y)+" black")
				}
			}
		}
		for _, line := range slices.Concat(lines, []string{fmt.Sprintf("table: amend ann.charms.red %d", rapid.IntRange(0, 2).Draw(t, "charms"))},
			thrown("left 2, left 3, left tree, left, right"), []string{"table: dawn", "ann: read-stars"}) {
			if v := s.Play(enginetest.Line(s, line)); !v.OK() {
				t.Fatalf("%s: refused for %s", line, v.Rule)
			}
		}
		told := below(s, "closes.")
		_, before := d.closed()
		for _, line := range d.all() {
			beside := d.between(line)
			if d.lines[line] || len(beside) == 2 && d.black[beside[0]] && d.black[beside[1]] {
				continue
			}
			d.lines[line] = true
			order, after := d.closed()
			d.lines[line] = false
			var want []string
			for _, area := range order {
				if before[area] == "" {
					want = append(want, after[area])
				}
			}
			if got := told[line]; got != strings.Join(want, " / ") {
				t.Fatalf("%s closes %q, not %q: lines %v", line, got, want, d.lines)
			}
			drawn(t, s, line, want)
			delete(told, line)
		}
		for line, what := range told {
			t.Fatalf("%s closes %s, and cannot be drawn", line, what)
		}
	})
}

// drawn draws a line, and compares the events with the areas that it closes.
func drawn(t *rapid.T, s engine.State, line string, areas []string) {
	next := s.Clone()
	if v := next.Play(enginetest.Line(next, "ann: line "+strings.Replace(line, ".", " ", 1))); !v.OK() {
		t.Fatalf("%s is refused for %s", line, v.Rule)
	}
	var want []string
	crosses := 0
	supply := below(s, "supply.")
	for _, area := range areas {
		words := strings.Fields(strings.TrimSuffix(area, " cross"))
		if strings.HasSuffix(area, " cross") {
			crosses++
		}
		if words[0] == "nothing" {
			continue
		}
		want = append(want, "ann: blackened "+strings.Join(words[2:], " "))
		path := words[0] + "s." + words[1]
		left, _ := strconv.Atoi(supply[path])
		if left == 0 {
			want = append(want, "ann: lacks "+words[0]+" "+words[1])
		} else {
			want = append(want, "ann: takes "+words[0]+" "+words[1])
			supply[path] = strconv.Itoa(left - 1)
		}
		for _, c := range words[2:] {
			if got, _ := engine.Fact(next, "cell."+c); got != "black" {
				t.Fatalf("%s closes %s, and %s is %q", line, area, c, got)
			}
		}
	}
	want = append(want, slices.Repeat([]string{"ann: tainted"}, crosses)...)
	got := slices.DeleteFunc(enginetest.Format(next, next.Events()), func(e string) bool { return e == "ann: next" || e == "ann: throws" })
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s:\n%s", line, diff)
	}
	if diff := cmp.Diff(supply, below(next, "supply.")); diff != "" {
		t.Fatalf("%s:\n%s", line, diff)
	}
	if got, _ := engine.Fact(next, "ann.corruption"); got != strconv.Itoa(crosses) {
		t.Fatalf("%s has %d crosses, and Ann has %s cards", line, crosses, got)
	}
}
