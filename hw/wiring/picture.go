package wiring

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"familiar/hw/board"
)

// The measures of a picture, in pixels.
const (
	edge      = 16
	pinRow    = 22 // from one row of the header to the next
	oddX      = 92 // the middle of the pins of the two rows of the header
	evenX     = oddX + 20
	leadX     = evenX + 72 // where the names of the pins end
	oddLead   = 10         // by which the lead of an odd pin runs below its row, to pass the even pin
	laneWidth = 9
	laneGap   = 14
	partGap   = 14
	titleRow  = 34
	wireRow   = 16
	partWidth = 330
	noteRow   = 16
)

//go:embed picture.svg.tmpl
var pictureText string

var pictureTemplate = template.Must(template.New("picture").Parse(pictureText))

// picture is the layout of a plan. It is drawn from left to right: the header, a lane for each net, the parts.
type picture struct {
	Title         string
	Width, Height int
	Pins          []pictureDot
	Lanes         []pictureLane
	Parts         []picturePart
	HeaderX       int
	HeaderY       int
	HeaderW       int
	HeaderH       int
}

// pictureDot is a pin of the header.
type pictureDot struct {
	X, Y          int
	Number        int
	Name          string
	NameX         int
	Odd           bool
	Used          bool
	Colour        string
	LeadY, LeadTo int // where its lead runs, and its end
}

// pictureLane is the vertical line of a net.
type pictureLane struct {
	X, From, To int
	Colour      string
	Joints      []int // where leads meet it
}

// picturePart is the box of a part.
type picturePart struct {
	Y, Height  int
	Name, What string
	Note       string
	NoteY      int
	Wires      []pictureWire
	X, Width   int
}

// pictureWire is a row of a box: a terminal and its wire.
type pictureWire struct {
	Y        int
	Terminal string
	Goes     string
	Colour   string
	FromX    int // of its lane; 0 if it has none
}

// net is a set of connected terminals. Its name is that of the line, the supply or the ground.
type net struct {
	name   string
	colour string
	x      int
	joints []int
}

// The colours of supplies and ground, and those that the lines use in turn. They also differ much in lightness, for people who see few colours.
var (
	colours  = map[string]string{board.Power3V3: "#d0312d", board.Power5V: "#ff8c00", board.Ground: "#1c1c1c"}
	rotation = [...]string{"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#8b5e00", "#6a3d9a", "#7a8b00", "#b15928", "#004d40"}
)

// Draw draws the plan as an SVG picture with a title.
func (p Plan) Draw(w io.Writer, title string) error {
	if err := pictureTemplate.Execute(w, p.layOut(title)); err != nil {
		return fmt.Errorf("drawing the wiring: %w", err)
	}
	return nil
}

// layOut returns the layout of the plan.
func (p Plan) layOut(title string) picture {
	nets := p.nets()
	partX := leadX + laneGap + laneWidth*len(nets) + laneGap
	pic := picture{Title: title, Width: partX + partWidth + edge}
	bottom := pic.addParts(p.Parts, partX, nets)
	pic.Height = max(bottom, edge+titleRow+pinRow*headerRows+2*edge)
	pic.addHeader(p, nets)
	for _, n := range nets {
		pic.Lanes = append(pic.Lanes, pictureLane{X: n.x, From: slices.Min(n.joints), To: slices.Max(n.joints), Colour: n.colour, Joints: n.joints})
	}
	return pic
}

// headerRows is the number of rows of the header's pins.
const headerRows = board.Pins / 2

// addParts adds the boxes of the parts, one below the other at a horizontal position. It returns where they end, and adds the joints of their wires to
// the nets.
func (pic *picture) addParts(parts []Part, x int, nets []*net) (bottom int) {
	y := edge + titleRow
	for _, part := range parts {
		box := picturePart{X: x, Y: y, Width: partWidth, Name: part.Name, What: part.What, Note: part.Note}
		y += titleRow
		for _, wire := range part.Wires {
			drawn := pictureWire{Y: y + wireRow/2, Terminal: wire.Terminal, Goes: wire.end()}
			if n := findNet(nets, wire.To); n != nil {
				drawn.Colour, drawn.FromX = n.colour, n.x
				n.joints = append(n.joints, drawn.Y)
			}
			box.Wires = append(box.Wires, drawn)
			y += wireRow
		}
		if part.Note != "" {
			box.NoteY = y + noteRow - 4
			y += noteRow
		}
		y += 4
		box.Height = y - box.Y
		y += partGap
		pic.Parts = append(pic.Parts, box)
	}
	return y
}

// addHeader adds the header and its pins. The height of the picture must be set.
func (pic *picture) addHeader(p Plan, nets []*net) {
	top := edge + titleRow + edge + (pic.Height-2*edge-titleRow-pinRow*headerRows)/6
	pic.HeaderX, pic.HeaderW = oddX-14, evenX-oddX+28
	pic.HeaderY, pic.HeaderH = top-pinRow/2-4, pinRow*headerRows+8
	for i := range board.Pins {
		pic.Pins = append(pic.Pins, p.dot(board.Pin(i+1), top+i/2*pinRow, nets))
	}
}

// dot returns a pin of the header at a vertical position.
func (p Plan) dot(pin board.Pin, y int, nets []*net) pictureDot {
	d := pictureDot{X: evenX, Y: y, Number: int(pin), Name: pin.String(), NameX: evenX + 18, LeadY: y}
	if d.Odd = pin%2 == 1; d.Odd {
		d.X, d.NameX, d.LeadY = oddX, oddX-18, y+oddLead
	}
	n := findNet(nets, pin.String())
	if d.Used = n != nil && p.uses(pin); d.Used {
		d.Colour, d.LeadTo = n.colour, n.x
		n.joints = append(n.joints, d.LeadY)
	}
	return d
}

func (p Plan) uses(pin board.Pin) bool {
	return slices.ContainsFunc(p.Parts, func(part Part) bool {
		return slices.ContainsFunc(part.Wires, func(w Wire) bool { return w.Pin == pin })
	})
}

// end describes the end of a wire at the header in few words.
func (w Wire) end() string {
	text := w.To
	if w.Pin != 0 {
		text = fmt.Sprintf("pin %d · %s", int(w.Pin), w.To)
	}
	if w.Via != "" {
		text += ", through a " + w.Via
	}
	return text
}

// nets lists the nets: supplies and ground, then the lines in the order of the header.
func (p Plan) nets() []*net {
	first := make(map[string]board.Pin)
	for _, part := range p.Parts {
		for _, w := range part.Wires {
			if w.Pin != 0 {
				first[w.To] = board.PinOf(w.To)
			}
		}
	}
	var nets []*net
	for name := range first {
		nets = append(nets, &net{name: name, colour: colours[name]})
	}
	slices.SortFunc(nets, func(a, b *net) int {
		return cmp.Or(cmp.Compare(netOrder(a.name), netOrder(b.name)), cmp.Compare(first[a.name], first[b.name]))
	})
	lines := 0
	for i, n := range nets {
		n.x = leadX + laneGap + laneWidth*i
		if n.colour == "" {
			n.colour = rotation[lines%len(rotation)]
			lines++
		}
	}
	return nets
}

// netOrder returns the first key for sorting nets: supplies and ground come before lines.
func netOrder(name string) int {
	if strings.HasPrefix(name, "GPIO") {
		return 1
	}
	return 0
}

func findNet(nets []*net, name string) *net {
	i := slices.IndexFunc(nets, func(n *net) bool { return n.name == name })
	if i < 0 {
		return nil
	}
	return nets[i]
}
