package measure

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

type listedPackage struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	Module                  *struct{ Path string }
	Error                   *struct{ Err string }

	path string // relative to the module
}

// goModule is the answer of the go command about a module.
type goModule struct {
	own     []listedPackage   // in the order of imports
	exports map[string]string // file of export data of each other package, by import path
}

// list asks the go command for the packages of the module in dir. The go command does
// not compile the module's own packages, so a fresh checkout takes only seconds.
func list(dir string) (goModule, error) {
	m := goModule{exports: map[string]string{}}
	name, err := command(dir, "list", "-m")
	if err != nil {
		return m, err
	}
	all, err := packages(dir, "-deps", "-json=ImportPath,Dir,GoFiles,Module,Error", "./...")
	if err != nil {
		return m, err
	}
	others := []string{"-export", "-json=ImportPath,Export", "--"}
	for _, p := range all {
		switch ours := strings.TrimSpace(name); {
		case p.Error != nil:
			return m, fmt.Errorf("%s: %s", p.ImportPath, p.Error.Err)
		case p.Module == nil || p.Module.Path != ours:
			if p.ImportPath != "unsafe" {
				others = append(others, p.ImportPath)
			}
		case len(p.GoFiles) > 0:
			p.path = cmp.Or(strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, ours), "/"), ".")
			m.own = append(m.own, p)
		}
	}
	if len(others) == 3 {
		return m, nil
	}
	imported, err := packages(dir, others...)
	for _, p := range imported {
		m.exports[p.ImportPath] = p.Export
	}
	return m, err
}

func packages(dir string, args ...string) ([]listedPackage, error) {
	out, err := command(dir, append([]string{"list"}, args...)...)
	if err != nil {
		return nil, err
	}
	var all []listedPackage
	for dec := json.NewDecoder(strings.NewReader(out)); ; {
		var p listedPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

func command(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", args[0], err)
	}
	return string(out), nil
}

// checker types the packages of a module in their order.
type checker struct {
	fset   *token.FileSet
	own    map[string]*types.Package
	others types.Importer
}

func newChecker(m goModule) *checker {
	c := &checker{fset: token.NewFileSet(), own: map[string]*types.Package{}}
	c.others = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(m.exports[path]) })
	return c
}

// Import returns an earlier package of the module, or a package of another module.
func (c *checker) Import(path string) (*types.Package, error) {
	if p := c.own[path]; p != nil {
		return p, nil
	}
	return c.others.Import(path)
}

func (c *checker) parse(p listedPackage) ([]*ast.File, error) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(c.fset, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// shape is how the declarations of a package are spread over its files.
type shape struct {
	cycle  int
	spread Top
	iface  Top

	badExpressions []string

	wordLists, phrasePredicates int // in reading
}

func (c *checker) look(p listedPackage, files []*ast.File) (shape, error) {
	info := types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Types: map[ast.Expr]types.TypeAndValue{}}
	pkg, err := (&types.Config{Importer: c}).Check(p.ImportPath, c.fset, files, &info)
	if err != nil {
		return shape{}, err
	}
	c.own[p.ImportPath] = pkg
	s := shape{badExpressions: expressions(c.fset, files, &info)}
	if reading(p.path) {
		s.wordLists, s.phrasePredicates = wordLists(files), phrasePredicates(files, &info)
	}
	s.cycle = largestCycle(edges(c.fset, pkg, &info))
	spread := map[string]map[string]bool{}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if t := receiver(d); t != "" {
					if spread[t] == nil {
						spread[t] = map[string]bool{}
					}
					spread[t][c.fset.File(d.Pos()).Name()] = true
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if t, ok := spec.(*ast.TypeSpec); ok {
						s.iface.raise(methods(info.Defs[t.Name]), t.Name.Name)
					}
				}
			}
		}
	}
	for t, in := range spread {
		if n := len(in); n > s.spread.N || n == s.spread.N && t < s.spread.Of {
			s.spread = Top{n, t}
		}
	}
	return s, nil
}

// methods counts the methods that an interface declares, without embedded interfaces.
func methods(o types.Object) int {
	if o == nil {
		return 0
	}
	if i, ok := o.Type().Underlying().(*types.Interface); ok {
		return i.NumExplicitMethods()
	}
	return 0
}

func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// edges lead from each file to the files with the functions, methods, types, variables
// and constants used there.
func edges(fset *token.FileSet, pkg *types.Package, info *types.Info) map[string]map[string]bool {
	to := map[string]map[string]bool{}
	for id, o := range info.Uses {
		if o.Pkg() != pkg || !shared(pkg, o) {
			continue
		}
		from, target := fset.File(id.Pos()).Name(), fset.File(o.Pos()).Name()
		if from == target {
			continue
		}
		if to[from] == nil {
			to[from] = map[string]bool{}
		}
		to[from][target] = true
	}
	return to
}

// shared reports whether other files can use an object by name.
func shared(pkg *types.Package, o types.Object) bool {
	if o.Parent() == pkg.Scope() {
		return true
	}
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

// largestCycle returns the number of files in the largest strongly connected group, or
// 1 when no two files reach each other. Tarjan published the algorithm in 1972.
func largestCycle(to map[string]map[string]bool) int {
	index, low, on := map[string]int{}, map[string]int{}, map[string]bool{}
	var stack []string
	largest := 1
	var visit func(string)
	visit = func(v string) {
		index[v], low[v], on[v] = len(index)+1, len(index)+1, true
		stack = append(stack, v)
		for w := range to[v] {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] != index[v] {
			return
		}
		size := 0
		for top := ""; top != v; size++ {
			top = stack[len(stack)-1]
			stack, on[top] = stack[:len(stack)-1], false
		}
		largest = max(largest, size)
	}
	for v := range to {
		if index[v] == 0 {
			visit(v)
		}
	}
	return largest
}
