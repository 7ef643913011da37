package protocol

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// messages are the messages that are no requests, and their types.
var messages = map[MessageType]any{
	TypeHello: Hello{}, TypeRefused: Refused{}, TypeWait: Wait{}, TypeWelcome: Welcome{}, TypeCode: ChangedCode{}, TypeNames: Names{}, TypeSnapshot: Snapshot{},
	TypeHint: Hint{}, TypeProbedCard: ProbedCard{}, TypeAnswer: Answer{}, TypeBench: BenchState{},
}

// TestDeclarations checks that web/types/protocol.d.ts, by which the page's types are checked, declares the messages as they are here: a field that is renamed is an
// error in the page.
func TestDeclarations(t *testing.T) {
	path := filepath.Join("..", "..", "web", "types", "protocol.d.ts")
	is := declarations(t)
	if *update {
		if err := os.WriteFile(path, []byte(is), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(was), "\n"), strings.Split(is, "\n")); diff != "" {
		t.Errorf("web/types/protocol.d.ts differs from the messages; -update writes it anew (-file +messages):\n%s", diff)
	}
}

// declarer writes the declarations of TypeScript for Go's types.
type declarer struct {
	strings.Builder
	t      *testing.T
	source source
	done   map[reflect.Type]bool
	due    []reflect.Type
}

func declarations(t *testing.T) string {
	t.Helper()
	d := &declarer{t: t, source: readSource(t), done: make(map[reflect.Type]bool)}
	d.WriteString("// The messages between the table and a page: docs/protocol.md. `go test ./companion/protocol -update` makes this file from the types in Go; it is not\n" +
		"// edited by hand.\n")
	var received []string
	for _, kind := range slices.Sorted(maps.Keys(messages)) {
		of := reflect.TypeOf(messages[kind])
		d.object(of, fmt.Sprintf("type: '%s';", kind), kind == TypeHello)
		if kind != TypeHello && kind != TypeBench {
			received = append(received, of.Name())
		}
	}
	d.union("Message", "is what the table sends to a phone.", received)
	for _, list := range []struct {
		name, says string
		kinds      KindList
	}{{"Request", "is what a phone can ask for.", Kinds}, {"BenchRequest", "is what a browser at the bench can do.", BenchKinds}} {
		var names []string
		for _, e := range list.kinds {
			of := reflect.TypeOf(e.Empty)
			d.object(of, fmt.Sprintf("type: '%s';\n  id?: number;", e.Kind), true)
			names = append(names, of.Name())
		}
		d.union(list.name, list.says, names)
	}
	for len(d.due) > 0 {
		of := d.due[0]
		d.due = d.due[1:]
		d.object(of, "", false)
	}
	return d.String()
}

func (d *declarer) union(name, says string, of []string) {
	fmt.Fprintf(d, "\n/** %s %s */\nexport type %s =\n  | %s;\n", name, says, name, strings.Join(of, "\n  | "))
}

// object declares a struct. Its first lines are given; anything may be left out of what a page sends.
func (d *declarer) object(of reflect.Type, first string, sent bool) {
	d.done[of] = true
	var extends []string
	var lines strings.Builder
	if first != "" {
		fmt.Fprintf(&lines, "  %s\n", first)
	}
	for f := range of.Fields() {
		name, flags, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous:
			extends = append(extends, d.typeOf(f.Type))
		case name == "" || name == "-" || f.Type == reflect.TypeFor[MessageType]():
		default:
			typ := d.typeOf(f.Type)
			if optional := sent || flags == "omitempty"; optional {
				name += "?"
			} else if f.Type.Kind() == reflect.Pointer {
				typ += " | null"
			}
			if says := d.source.fields[of.Name()+"."+f.Name]; says != "" && of.PkgPath() == reflect.TypeFor[Snapshot]().PkgPath() {
				fmt.Fprintf(&lines, "  /** %s */\n", says)
			}
			fmt.Fprintf(&lines, "  %s: %s;\n", name, typ)
		}
	}
	if says := d.source.types[of.Name()]; says != "" {
		fmt.Fprintf(d, "\n/** %s */", says)
	}
	fmt.Fprintf(d, "\nexport interface %s ", of.Name())
	if len(extends) > 0 {
		fmt.Fprintf(d, "extends %s ", strings.Join(extends, ", "))
	}
	fmt.Fprintf(d, "{\n%s}\n", lines.String())
}

// typeOf returns the type of a value in JSON. A struct is declared later.
func (d *declarer) typeOf(of reflect.Type) string {
	switch of.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
		return "number"
	case reflect.String:
		if values := d.source.values[of.Name()]; values != nil && of != reflect.TypeFor[GestureKind]() { // which also is a resolver.QuestionKind
			return strings.Join(values, " | ")
		}
		return "string"
	case reflect.Pointer:
		return d.typeOf(of.Elem())
	case reflect.Slice, reflect.Array:
		elem := d.typeOf(of.Elem())
		if strings.Contains(elem, "|") {
			elem = "(" + elem + ")"
		}
		return elem + "[]"
	case reflect.Map:
		if of == reflect.TypeFor[Tree]() {
			if !d.done[of] {
				d.done[of] = true
				fmt.Fprintf(d, "\n/** %s */\nexport interface Tree {\n  [words: string]: Tree;\n}\n", d.source.types["Tree"])
			}
			return "Tree"
		}
		return fmt.Sprintf("{ [key: string]: %s }", d.typeOf(of.Elem()))
	case reflect.Interface:
		return "unknown"
	case reflect.Struct:
		if !d.done[of] {
			d.done[of] = true
			d.due = append(d.due, of)
		}
		return of.Name()
	}
	d.t.Fatalf("a message has a value of the type %v", of)
	return ""
}

// source is what only the source code of the messages says.
type source struct {
	types  map[string]string   // comments
	fields map[string]string   // comments, by type and field
	values map[string][]string // the constants of a type, quoted for TypeScript
}

func readSource(t *testing.T) source {
	t.Helper()
	s := source{make(map[string]string), make(map[string]string), make(map[string][]string)}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.GenDecl); ok {
				for _, spec := range decl.Specs {
					s.add(decl, spec)
				}
			}
		}
	}
	return s
}

func (s source) add(decl *ast.GenDecl, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		s.types[spec.Name.Name] = oneLine(decl.Doc)
		if of, ok := spec.Type.(*ast.StructType); ok {
			for _, f := range of.Fields.List {
				for _, name := range f.Names {
					s.fields[spec.Name.Name+"."+name.Name] = strings.TrimSpace(oneLine(f.Doc) + " " + oneLine(f.Comment))
				}
			}
		}
	case *ast.ValueSpec:
		if of, ok := spec.Type.(*ast.Ident); ok && decl.Tok == token.CONST && len(spec.Values) == 1 {
			if value, ok := spec.Values[0].(*ast.BasicLit); ok && value.Kind == token.STRING {
				text, _ := strconv.Unquote(value.Value)
				s.values[of.Name] = append(s.values[of.Name], "'"+text+"'")
			}
		}
	}
}

var spaces = regexp.MustCompile(`\s+`)

func oneLine(comment *ast.CommentGroup) string {
	return strings.ReplaceAll(strings.TrimSpace(spaces.ReplaceAllString(comment.Text(), " ")), "*/", "* /")
}
