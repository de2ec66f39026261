// Package measure counts the properties that make a Go module hard to navigate: large
// packages, files that depend on each other in circles, types spread over many
// files, wide interfaces, and prose that strays from plain English.
//
// Measure reads any checkout that type-checks. The go command compiles only the packages of
// other modules, for their types.
package measure

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"ppamaild/scripts/house/prose"
)

// Top is the largest figure and its place.
type Top struct {
	N  int
	Of string
}

func (t *Top) raise(n int, of string) {
	if n > t.N {
		*t = Top{n, of}
	}
}

// Package is a Go package, without tests. Lines leave generated files out.
type Package struct {
	Path  string // relative to the module; "." for the root
	Files int
	Lines int // of Go
	Cycle int // files that reach each other by identifiers, in the largest such group
}

// House is the whole table.
type House struct {
	Packages  []Package
	Files     Top                     // files in a package
	Cycle     Top                     // files that reach each other
	Spread    Top                     // files that hold methods of a single type
	Interface Top                     // methods that an interface declares, without embedded interfaces
	Lines     int                     // of Go, without tests
	WideLines int                     // over 100 columns, without tests
	Words     int                     // of comments, without tests
	Archaic   int                     // banned words among them
	Pronouns  int                     // pronouns among them
	Sentences int                     // for people, in Go outside templates
	Subjects  int                     // commit subjects over 72 characters
	Commits   int                     // all of them
	Prose     map[string]prose.Counts // by folder, where a rule is broken
	AllProse  prose.Counts            // violations of all folders as one text
	Findings  []prose.Finding

	WordLists        int // of more than four words, in reading
	PhrasePredicates int // predicates with one caller and one phrase, in reading

	BadExpressions []string // of package lazyregexp
}

// wide is the width of the narrowest line that is too wide. A tab counts as four columns.
const wide = 101

// Measure measures the checkout in dir.
func Measure(dir string) (h House, err error) {
	listed, err := list(dir)
	if err != nil {
		return h, err
	}
	var comments prose.Tally
	check := newChecker(listed)
	for _, p := range listed.own {
		files, err := check.parse(p)
		if err != nil {
			return h, err
		}
		shape, err := check.look(p, files)
		if err != nil {
			return h, fmt.Errorf("checking %s: %w", p.ImportPath, err)
		}
		pkg := Package{Path: p.path, Files: len(files), Cycle: shape.cycle}
		if err := h.addLines(&pkg, p, files); err != nil {
			return h, err
		}
		h.addShape(pkg, shape)
		h.addComments(&comments, p.path, check.fset, files)
	}
	h.Words, h.Archaic, h.Pronouns = comments.Words, comments.Banned, comments.Pronouns
	return h, h.addProse(dir)
}

// addLines counts the lines of a package, without generated files.
func (h *House) addLines(pkg *Package, p listedPackage, files []*ast.File) error {
	for i, name := range p.GoFiles {
		if ast.IsGenerated(files[i]) {
			continue
		}
		all, tooWide, err := columns(filepath.Join(p.Dir, name))
		if err != nil {
			return err
		}
		pkg.Lines += all
		h.WideLines += tooWide
	}
	h.Lines += pkg.Lines
	return nil
}

// addShape adds a package with its shape.
func (h *House) addShape(pkg Package, s shape) {
	h.Packages = append(h.Packages, pkg)
	h.WordLists += s.wordLists
	h.PhrasePredicates += s.phrasePredicates
	h.BadExpressions = append(h.BadExpressions, s.badExpressions...)
	h.Files.raise(pkg.Files, pkg.Path)
	h.Cycle.raise(s.cycle, pkg.Path)
	h.Spread.raise(s.spread.N, pkg.Path+"."+s.spread.Of)
	h.Interface.raise(s.iface.N, pkg.Path+"."+s.iface.Of)
}

// addComments adds the comments of a package, and the sentences for people in its code.
func (h *House) addComments(
	comments *prose.Tally, path string, fset *token.FileSet, files []*ast.File,
) {
	makers := errorMakers(files)
	for _, f := range files {
		if ast.IsGenerated(f) {
			continue
		}
		for _, passage := range prose.Comments(fset, f) {
			t, _ := prose.Check(passage)
			comments.Add(t)
		}
		if spoken(path) {
			h.Sentences += sentences(f, makers)
		}
	}
}

// addProse adds the prose of each folder.
func (h *House) addProse(dir string) error {
	tallies, found, err := prose.Rooms(dir)
	if err != nil {
		return err
	}
	h.Findings, h.Prose = found, make(map[string]prose.Counts)
	var total prose.Tally
	for room, t := range tallies {
		total.Add(t)
		h.Prose[room] = t.Counts()
	}
	h.AllProse = total.Counts()
	return nil
}

// columns counts the lines of a file, and the lines that are too wide.
func columns(name string) (all, tooWide int, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(text)) {
		all++
		if n := len([]rune(strings.TrimRight(line, "\n"))) + 3*strings.Count(line, "\t"); n >= wide {
			tooWide++
		}
	}
	return all, tooWide, nil
}
