package measure

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// quiet are the folders without sentences for customers or staff. Such sentences belong
// in templates, reading holds phrases of customers, and the other folders are tools for
// developers and admins. carrier/sandbox is a server for development.
var quiet = []string{
	"templates", "cmd", "config", "sandbox", "scripts", "failpoint", "schema", "spelling",
	"eval", "inspect", "store", "mailbox", "privacy", "mcp", "agent/extract", "reading",
	"agent/mcp", "agent/task/mcp", "carrier/sandbox", "daemon/check", "daemon/login",
	"daemon/metrics", "daemon/storefile", "daemon/control", "daemon/admin/control",
}

func spoken(path string) bool {
	for _, q := range quiet {
		if path == q || strings.HasPrefix(path, q+"/") {
			return false
		}
	}
	return true
}

var (
	// clause is text of at least four words.
	clause = regexp.MustCompile(`[\pL’']{2,}[,;:]?( [\pL%’']+[,;:]?){3}`)
	// grammar is a word of sentences, seldom found in lists of names.
	grammar = regexp.MustCompile(`(?i)\b(is|are|was|were|be|been|has|have|had|can|can't|cannot|will|the|an|not|does|do|did|could|please|your?|we)\b`)
	// data matches names of fields, schemas, patterns and long lists without punctuation.
	data = regexp.MustCompile(`\pL_\pL|"type":|%w|\(\?:|^([^.,;:?!%]+ ){12,}[^.,;:?!%]*$`)
)

// sentences counts the literals of a file that read as clauses, except in errors, logs and
// fields with the name log, struct tags and patterns. Text in capitals is a list of words that
// a reader matches. makers are the functions of the package that make errors.
func sentences(f *ast.File, makers map[string]bool) int {
	n := 0
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr:
			return !technical(node, makers)
		case *ast.FuncDecl:
			return !isErrorMethod(node)
		case *ast.Field:
			return node.Tag == nil
		case *ast.KeyValueExpr:
			key, named := node.Key.(*ast.Ident)
			return !named || key.Name != "log"
		case *ast.ImportSpec:
			return false
		case *ast.BinaryExpr: // joined literals count once
			if node.Op == token.ADD && reads(node) {
				n++
				return false
			}
		case *ast.BasicLit:
			if reads(node) {
				n++
			}
		}
		return true
	})
	return n
}

// reads reports whether an expression has a literal with a clause.
func reads(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return reads(e.X) || reads(e.Y)
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return e.Kind == token.STRING && err == nil && clause.MatchString(text) &&
			grammar.MatchString(text) && !data.MatchString(text) && strings.ToUpper(text) != text
	}
	return false
}

// isErrorMethod reports whether a function is the method of an error type.
func isErrorMethod(f *ast.FuncDecl) bool {
	return f.Recv != nil && f.Name.Name == "Error" && len(f.Type.Params.List) == 0
}

// errorMakers returns the functions of a package with a single result that is an error: error
// itself, or a type of the package with a method Error.
func errorMakers(files []*ast.File) map[string]bool {
	types, makers := map[string]bool{"error": true}, map[string]bool{}
	functions := func(use func(f *ast.FuncDecl)) {
		for _, file := range files {
			for _, d := range file.Decls {
				if f, is := d.(*ast.FuncDecl); is {
					use(f)
				}
			}
		}
	}
	functions(func(f *ast.FuncDecl) {
		if isErrorMethod(f) {
			types[typeName(f.Recv.List[0].Type)] = true
		}
	})
	functions(func(f *ast.FuncDecl) {
		results := f.Type.Results
		if f.Recv == nil && results.NumFields() == 1 && types[typeName(results.List[0].Type)] {
			makers[f.Name.Name] = true
		}
	})
	return makers
}

// typeName returns the name of a type or of the type behind a pointer.
func typeName(e ast.Expr) string {
	if star, is := e.(*ast.StarExpr); is {
		e = star.X
	}
	if name, is := e.(*ast.Ident); is {
		return name.Name
	}
	return ""
}

// technical reports whether a call takes texts for developers and admins.
func technical(call *ast.CallExpr, makers map[string]bool) bool {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		if makers[f.Name] {
			return true
		}
		name = f.Name
	}
	switch name {
	case "New", "Errorf", "Debug", "Info", "Warn", "Error", "DebugContext", "InfoContext", "WarnContext", "ErrorContext",
		"panic", "MustCompile", "Fields":
		return true
	}
	return false
}
