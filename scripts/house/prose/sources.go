package prose

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Rooms checks every text below root. It returns a tally for each folder, by its
// slash-separated path relative to root, and all violations in order.
func Rooms(root string) (map[string]Tally, []Finding, error) {
	tallies := map[string]Tally{}
	var found []Finding
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".ci" || d.Name() == "testdata" || d.Name() == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		passages, err := read(root, filepath.ToSlash(name))
		room := filepath.ToSlash(filepath.Dir(name))
		for _, p := range passages {
			t, f := Check(p)
			all := tallies[room]
			all.Add(t)
			tallies[room] = all
			found = append(found, f...)
		}
		return err
	})
	return tallies, found, err
}

// foreign is the name of a text in another language than English.
var foreign = regexp.MustCompile(`\.(?:[a-df-z][a-z]|e[a-mo-z])\.[a-z]+$`)

// read returns the checked texts of a file, or nothing where the file is data.
func read(root, name string) ([]Passage, error) {
	var extract func(name string, text []byte) ([]Passage, error)
	switch ext := filepath.Ext(name); {
	case ext == ".go":
		extract = Go
	case ext == ".md":
		extract = markdown
	case strings.HasPrefix(name, "templates/") && (ext == ".txt" || ext == ".html" || ext == ".words") && !foreign.MatchString(name):
		extract = template
	default:
		return nil, nil
	}
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	return extract(name, text)
}

// Go returns the comments of a Go file, and its help texts, errors and log messages.
func Go(name string, text []byte) ([]Passage, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(file) {
		return nil, nil
	}
	all := Comments(fset, file)
	if !strings.HasSuffix(name, "_test.go") {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				all = append(all, message(fset, n)...)
			case *ast.Field:
				all = append(all, help(fset, n.Tag)...)
			}
			return true
		})
	}
	return all, nil
}

// directive is a comment for a tool.
var directive = regexp.MustCompile(`^//(go:|line |lint:|nolint)`)

// Comments returns the text of each comment of a file, without code blocks.
func Comments(fset *token.FileSet, file *ast.File) []Passage {
	var all []Passage
	for _, group := range file.Comments {
		var b strings.Builder
		for i, c := range group.List {
			line := strings.TrimPrefix(c.Text, "//")
			if i > 0 {
				b.WriteByte('\n')
			}
			switch {
			case directive.MatchString(c.Text) || strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "    "):
			case strings.HasPrefix(c.Text, "/*"):
				b.WriteString(strings.TrimSuffix(strings.TrimPrefix(c.Text, "/*"), "*/"))
			default:
				b.WriteString(line)
			}
		}
		if strings.TrimSpace(b.String()) != "" {
			at := fset.Position(group.Pos())
			all = append(all, Passage{File: at.Filename, Line: at.Line, Text: b.String()})
		}
	}
	return all
}

// messages are the functions of which the first text is for people.
var messages = map[string]bool{"New": true, "Errorf": true, "Debug": true, "Info": true, "Warn": true, "Error": true,
	"DebugContext": true, "InfoContext": true, "WarnContext": true, "ErrorContext": true}

func message(fset *token.FileSet, call *ast.CallExpr) []Passage {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !messages[sel.Sel.Name] {
		return nil
	}
	for _, arg := range call.Args {
		if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			return literal(fset, lit)
		}
	}
	return nil
}

func literal(fset *token.FileSet, lit *ast.BasicLit) []Passage {
	text, err := strconv.Unquote(lit.Value)
	if err != nil || !strings.Contains(text, " ") {
		return nil
	}
	at := fset.Position(lit.Pos())
	return []Passage{{File: at.Filename, Line: at.Line, Text: text}}
}

// helpTag is a text that a command line's help shows.
var helpTag = regexp.MustCompile(`(?:help|description):"((?:[^"\\]|\\.)*)"`)

func help(fset *token.FileSet, tag *ast.BasicLit) []Passage {
	if tag == nil {
		return nil
	}
	at := fset.Position(tag.Pos())
	var all []Passage
	for _, hit := range helpTag.FindAllStringSubmatch(tag.Value, -1) {
		all = append(all, Passage{File: at.Filename, Line: at.Line, Text: hit[1]})
	}
	return all
}

var (
	fence  = regexp.MustCompile("(?ms)^```.*?^```")
	code   = regexp.MustCompile(`(?m)^(    |\t).*$`)
	action = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	style  = regexp.MustCompile(`(?s)<style.*?</style>|<script.*?</script>|<[^>]*>`)
)

// lines replaces text by as many line ends, so that later lines keep their numbers.
func lines(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) }

func markdown(name string, text []byte) ([]Passage, error) {
	plain := code.ReplaceAllString(fence.ReplaceAllStringFunc(string(text), lines), "")
	return []Passage{{File: name, Line: 1, Text: plain}}, nil
}

// template keeps what people read: values count as one word, markup as none.
func template(name string, text []byte) ([]Passage, error) {
	plain := action.ReplaceAllStringFunc(string(text), func(s string) string {
		if strings.Trim(s, "{-} ") == "end" { // ends a phrase, and has no value
			return " " + lines(s)
		}
		return "x" + lines(s)
	})
	plain = style.ReplaceAllStringFunc(plain, lines)
	return []Passage{{File: name, Line: 1, Text: plain}}, nil
}
