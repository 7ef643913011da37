package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// mutant is a change at one position of one file.
type mutant struct {
	importPath, room string
	path             string
	line             int
	reached          int    // the line that a profile counts for it
	start, end       int    // of the bytes that are replaced
	by               string // the replacement
	what             string // the change in words
	source           []byte // the unchanged file
}

// String returns the place of the change, and the change in words.
func (m mutant) String() string { return fmt.Sprintf("%s:%d: %s", m.path, m.line, m.what) }

// isAt reports whether a mutant is one of some: all of a line, or one as it is listed.
func (m mutant) isAt(some []string) bool {
	return slices.ContainsFunc(some, func(at string) bool { return strings.HasPrefix(m.String()+":", at+":") })
}

// changed returns the file with the change.
func (m mutant) changed() []byte {
	return slices.Concat(m.source[:m.start], []byte(m.by), m.source[m.end:])
}

// code returns the changed lines, before and after.
func (m mutant) code() string {
	from := bytes.LastIndexByte(m.source[:m.start], '\n') + 1
	to := len(m.source)
	if n := bytes.IndexByte(m.source[m.end:], '\n'); n >= 0 {
		to = m.end + n
	}
	var b strings.Builder
	list := func(mark, text string) {
		for line := range strings.Lines(text) {
			fmt.Fprintf(&b, "        %s %s\n", mark, strings.TrimRight(line, "\n"))
		}
	}
	list("-", string(m.source[from:to]))
	list("+", string(m.source[from:m.start])+m.by+string(m.source[m.end:to]))
	return b.String()
}

// replacements maps each operator to the operator that replaces it.
var replacements = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
	token.LAND: token.LOR, token.LOR: token.LAND,
	token.AND: token.OR, token.OR: token.AND, token.SHL: token.SHR, token.SHR: token.SHL,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
	token.INC: token.DEC, token.DEC: token.INC,
}

// finder finds all possible changes of a file.
type finder struct {
	fset  *token.FileSet
	file  mutant   // the fields that all changes of the file share
	cases ast.Node // the switch or select, in one of whose cases the node is that is looked at, before the colon; or nil
	found []mutant
}

// add adds a change of the text between two positions.
func (f *finder) add(from, to token.Pos, by, what string) {
	m := f.file
	m.start, m.end = f.fset.Position(from).Offset, f.fset.Position(to).Offset
	m.line, m.by, m.what = f.fset.Position(from).Line, by, what
	m.reached = m.line
	if f.cases != nil {
		m.reached = f.fset.Position(f.cases.Pos()).Line
	}
	f.found = append(f.found, m)
}

// find finds all changes in a file.
func (f *finder) find(file *ast.File) {
	ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
		f.cases = casesOf(n, stack)
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.IMPORT
		case *ast.BinaryExpr:
			f.operator(n.OpPos, n.Op)
		case *ast.IncDecStmt:
			f.operator(n.TokPos, n.Tok)
			f.drop(n, "the count")
		case *ast.AssignStmt:
			f.operator(n.TokPos, n.Tok)
			if n.Tok != token.DEFINE {
				f.drop(n, "the assignment")
			}
		case *ast.ExprStmt:
			if !isLogCall(n.X) {
				f.drop(n, "the call")
			}
		case *ast.SendStmt:
			f.drop(n, "the send")
		case *ast.IfStmt:
			f.add(n.Cond.Pos(), n.Cond.End(), "!("+f.text(n.Cond)+")", "the condition is turned round")
			f.add(n.Body.Lbrace+1, n.Body.Rbrace, "", "what is done then is left out")
		case *ast.BasicLit:
			if n.Kind == token.INT {
				f.add(n.End(), n.End(), " + 1", "a number is one more")
			}
		case *ast.Ident:
			if by := map[string]string{"true": "false", "false": "true"}[n.Name]; by != "" {
				f.add(n.Pos(), n.End(), by, n.Name+" is "+by)
			}
		case *ast.BranchStmt:
			switch n.Tok {
			case token.CONTINUE:
				f.add(n.Pos(), n.Pos()+token.Pos(len("continue")), "break", "continue is break")
			case token.BREAK:
				f.add(n.Pos(), n.Pos()+token.Pos(len("break")), "continue", "break is continue")
			}
		case *ast.ReturnStmt:
			f.dropError(n, stack)
		}
		return true
	})
}

// casesOf returns the switch or select, in one of whose cases a node is before the colon, or nil. A profile counts for a case only what is done in it, although a test
// that takes another case runs its expression, too.
func casesOf(n ast.Node, stack []ast.Node) ast.Node {
	for i, node := range slices.Backward(stack) {
		colon := token.NoPos
		switch node := node.(type) {
		case *ast.CaseClause:
			colon = node.Colon
		case *ast.CommClause:
			colon = node.Colon
		case *ast.FuncLit:
			return nil
		default:
			continue
		}
		if n.Pos() < colon {
			return stack[i-2] // the node between them is its block
		}
		return nil
	}
	return nil
}

// operator adds the change of an operator.
func (f *finder) operator(at token.Pos, op token.Token) {
	if by, ok := replacements[op]; ok {
		f.add(at, at+token.Pos(len(op.String())), by.String(), op.String()+" is "+by.String())
	}
}

// text returns the source of a node.
func (f *finder) text(n ast.Node) string {
	return string(f.file.source[f.fset.Position(n.Pos()).Offset:f.fset.Position(n.End()).Offset])
}

// drop adds the change that a statement is left out.
func (f *finder) drop(n ast.Node, what string) {
	f.add(n.Pos(), n.End(), "", what+" is left out")
}

// dropError adds the change that a statement returns nil in place of an error.
func (f *finder) dropError(n *ast.ReturnStmt, stack []ast.Node) {
	if len(n.Results) == 0 {
		return
	}
	last := n.Results[len(n.Results)-1]
	if ident, ok := last.(*ast.Ident); ok && ident.Name == "nil" {
		return
	}
	for _, node := range slices.Backward(stack) {
		var t *ast.FuncType
		switch node := node.(type) {
		case *ast.FuncDecl:
			t = node.Type
		case *ast.FuncLit:
			t = node.Type
		default:
			continue
		}
		if t.Results == nil {
			return
		}
		if ident, ok := t.Results.List[len(t.Results.List)-1].Type.(*ast.Ident); ok && ident.Name == "error" {
			f.add(last.Pos(), last.End(), "nil", "the error is not passed on")
		}
		return
	}
}

// isLogCall reports whether an expression is a call of a logger, which no test needs to notice.
func isLogCall(x ast.Expr) bool {
	call, ok := x.(*ast.CallExpr)
	if !ok {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	switch on := method.X.(type) {
	case *ast.Ident:
		return on.Name == "log" || on.Name == "slog"
	case *ast.SelectorExpr:
		return on.Sel.Name == "log"
	}
	return false
}
