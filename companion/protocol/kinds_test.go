package protocol

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/resolver"
)

var update = flag.Bool("update", false, "write the table of requests in docs/protocol.md and web/types/protocol.d.ts anew")

// TestKindsAreDocumented checks that the table of requests in docs/protocol.md is the one that the comments of the requests make.
func TestKindsAreDocumented(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "protocol.md")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const head = "| `type` | fields | what it does |\n|---|---|---|\n"
	before, rest, ok := strings.Cut(string(data), head)
	was, after, ended := strings.Cut(rest, "\n\n")
	if !ok || !ended {
		t.Fatal("docs/protocol.md has no table of requests")
	}
	is := strings.TrimSuffix(kindsTable(t), "\n")
	if *update {
		if err := os.WriteFile(path, []byte(before+head+is+"\n\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(was, "\n"), strings.Split(is, "\n")); diff != "" {
		t.Errorf("docs/protocol.md differs from the comments of the requests; -update writes it anew (-docs +comments):\n%s", diff)
	}
}

// kindsTable returns the rows of all requests: their comments as Markdown.
func kindsTable(t *testing.T) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "requests.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	types := make(map[string]*ast.TypeSpec)
	does := make(map[string]string) // the first paragraph of the comment, without the name of the type
	for _, d := range file.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
			spec := d.Specs[0].(*ast.TypeSpec)
			types[spec.Name.Name] = spec
			first, _, _ := strings.Cut(d.Doc.Text(), "\n\n")
			does[spec.Name.Name] = strings.TrimSuffix(strings.TrimPrefix(strings.Join(strings.Fields(first), " "), spec.Name.Name+" "), ".")
		}
	}
	var table strings.Builder
	for _, e := range Kinds {
		name := reflect.TypeOf(e.Empty).Name()
		if name != strings.ToUpper(string(e.Kind[:1]))+string(e.Kind[1:])+"Request" {
			t.Errorf("the requests of the kind %s are of the type %s", e.Kind, name)
		}
		var fields []string
		for _, f := range types[name].Type.(*ast.StructType).Fields.List {
			tag, err := strconv.Unquote(f.Tag.Value)
			if err != nil {
				t.Fatal(err)
			}
			cell := "`" + reflect.StructTag(tag).Get("json") + "`"
			if says := strings.TrimSpace(f.Comment.Text()); says != "" {
				cell += " (" + says + ")"
			}
			fields = append(fields, cell)
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", e.Kind, strings.Join(fields, ", "), does[name])
	}
	return strings.ReplaceAll(table.String(), "|  |", "| |")
}

// TestLimitsAreDocumented checks that the comments of the fields tell the limits that Check holds.
func TestLimitsAreDocumented(t *testing.T) {
	if says := fmt.Sprintf("`times` (1 to %d; 1 when left out)", resolver.MaxTimes); !strings.Contains(kindsTable(t), says) {
		t.Errorf("no request has the field %s", says)
	}
	for _, c := range []struct {
		request interface{ Check() error }
		ok      bool
	}{
		{MoveRequest{}, true}, {MoveRequest{Times: resolver.MaxTimes}, true}, {MoveRequest{Times: resolver.MaxTimes + 1}, false}, {MoveRequest{Times: -1}, false},
		{PastRequest{}, true}, {PastRequest{At: -1}, false}, {GamesRequest{At: 50}, true}, {GamesRequest{At: -1}, false},
	} {
		if err := c.request.Check(); (err == nil) != c.ok {
			t.Errorf("%T%+v: %v", c.request, c.request, err)
		}
	}
}

// TestBenchIsDocumented checks that docs/protocol.md has an example of each request to the bench, with the fields of its type and no other ones.
func TestBenchIsDocumented(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "protocol.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "\nTo the bench:")
	text, _, _ = strings.Cut(text, "\n\n")
	examples := make(map[Kind][]string)
	for _, example := range regexp.MustCompile("`{\"type\":\"([a-z]+)\",([^`]*)}`").FindAllStringSubmatch(text, -1) {
		var fields []string
		for _, f := range regexp.MustCompile(`"([a-z]+)":`).FindAllStringSubmatch(example[2], -1) {
			fields = append(fields, f[1])
		}
		examples[Kind(example[1])] = fields
	}
	kinds := make(map[Kind][]string)
	for _, e := range BenchKinds {
		for f := range reflect.TypeOf(e.Empty).Fields() {
			kinds[e.Kind] = append(kinds[e.Kind], f.Tag.Get("json"))
		}
	}
	if diff := cmp.Diff(kinds, examples); diff != "" {
		t.Errorf("requests to the bench (-types +docs):\n%s", diff)
	}
}

// TestMessagesAreDocumented checks that docs/protocol.md tells of each message that is no request.
func TestMessagesAreDocumented(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "protocol.md"))
	if err != nil {
		t.Fatal(err)
	}
	for kind := range messages {
		if !strings.Contains(string(data), fmt.Sprintf(`"type":"%s"`, kind)) && !strings.Contains(string(data), fmt.Sprintf("\n- `%s`: ", kind)) {
			t.Errorf("docs/protocol.md does not tell of %s", kind)
		}
	}
}

func TestDecode(t *testing.T) {
	for message, want := range map[string]Request{
		`{"type":"move","id":7,"seat":"ann","verb":"sacrifice","args":["imp","ben"]}`: MoveRequest{Verb: "sacrifice", Args: []string{"imp", "ben"}, Seat: "ann"},
		`{"type":"move","verb":"draw","dance":true,"steps":"many"}`:                   MoveRequest{Verb: "draw"},
		`{"type":"undo","id":null,"steps":2}`:                                         UndoRequest{Steps: 2},
		`{"TYPE":"undo","ID":1,"STEPS":2}`:                                            UndoRequest{Steps: 2},
		`{"type":"end"}`:                                                              EndRequest{},
		`{"type":"packs","action":"add","edit":{"row":-1,"value":{"name":"imp"}}}`:    PacksRequest{Action: "add", Edit: &Edit{Row: -1, Value: map[string]any{"name": "imp"}}},
	} {
		got, err := Kinds.Decode(want.Kind(), []byte(message))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got)\n%s", message, err, diff)
		}
	}
	for kind, messages := range map[Kind][]string{
		"move": {`{"args":"imp"}`, `{"args":[1]}`, `{"times":1.5}`, `[]`},
		"undo": {`{"steps":"all"}`, `{"steps":1e99}`},
	} {
		for _, message := range messages {
			if r, err := Kinds.Decode(kind, []byte(message)); err == nil || errors.Is(err, ErrNoKind) {
				t.Errorf("%s %s is %+v, %v", kind, message, r, err)
			}
		}
	}
	for _, list := range []KindList{Kinds, BenchKinds} {
		if _, err := list.Decode("dance", []byte(`{}`)); !errors.Is(err, ErrNoKind) {
			t.Errorf("dance: %v", err)
		}
	}
	if r, err := BenchKinds.Decode("lay", []byte(`{"type":"lay","tag":3,"reader":"altar-1","on":"one"}`)); err != nil || r != (BenchLay{Tag: 3, Reader: "altar-1"}) {
		t.Errorf("at the bench it is %+v, %v", r, err)
	}
}
