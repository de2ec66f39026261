package measure

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/scripts/house/prose"
)

// module writes a small module with one of each thing that is measured.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.test/m\n\ngo 1.26\n",
		"a.go": `// Package m is an example.
package m

import "errors"

type T struct{}

// A calls B, which is told of in b.go.
func (T) A() { T{}.B() }

var errNever = errors.New("the file is not there for you")
`,
		"b.go": `package m

func (T) B() { T{}.A(); c() }

// I declares two methods, and embeds another interface.
type I interface { E; X(); Y() }

type E interface { Z() }
`,
		"c.go": `package m

func c() string {
	return "You can answer this mail " +
		"when you are back."
}

` + "// " + strings.Repeat("word ", 24) + "\n",
		"a_test.go": "package m\n\n// told told told\n",
		"deep/d.go": `// Package deep is clean.
package deep

const thanks = "THANK YOU, WE ARE VERY GLAD"

type broken struct{}

func (broken) Error() string { return "the file is not a list" }

func failed(string) *broken { return nil }

var failure = failed("the file is not a list at all")
`,
		"reading/r.go": `// Package reading has two lists of words and two predicates.
package reading

var few, marks = []string{"a", "b", "c", "d"}, []string{".", ",", ";", ":", "!"}

var many = map[string]bool{"a": true, "b": true, "c": true, "d": true, "e": true}

func list() bool { return isOwn("a") && isCar() && isCar() || has("a", "b", "c", "d", "e") }

// isOwn reports whether s is "my own".
func isOwn(s string) bool { return few[0] == s || many[s] }

// isCar reports "car".
func isCar() bool { return marks != nil }

// has reports "one", or "two".
func has(...string) bool { return list() }
`,
		"lazyregexp/l.go": `// Package lazyregexp is an example.
package lazyregexp

func MustCompile(s string) string { return s }
`,
		"expressions/e.go": `// Package expressions has three expressions.
package expressions

import "example.test/m/lazyregexp"

const open = "("

var (
	sound   = lazyregexp.MustCompile(open + "x)")
	bad     = lazyregexp.MustCompile(open)
	unknown = lazyregexp.MustCompile(sound)
	later   = func(s string) string { return lazyregexp.MustCompile(s) }
)
`,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestMeasure(t *testing.T) {
	h, err := Measure(module(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"files", h.Files, Top{3, "."}},
		{"cycle", h.Cycle, Top{2, "."}},
		{"spread", h.Spread, Top{2, "..T"}},
		{"interface", h.Interface, Top{2, "..I"}},
		{"wide lines", h.WideLines, 1},
		{"archaic words", h.Archaic, 1},
		{"pronouns", h.Pronouns, 1},
		{"sentences for people", h.Sentences, 1},
		{"lists of words", h.WordLists, 2},
		{"predicates of a phrase", h.PhrasePredicates, 1},
		{"banned words with tests", h.Prose["."].Banned, 4},
		{"a clean folder", h.Prose["deep"], prose.Counts{}},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.what, c.got, c.want)
		}
	}
}

func TestExpressions(t *testing.T) {
	h, err := Measure(module(t))
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(h.BadExpressions, "\n")
	if len(h.BadExpressions) != 2 || !strings.Contains(got, "e.go:10:12: error parsing regexp") ||
		!strings.Contains(got, "e.go:11:12: a package variable needs a constant") {
		t.Error(got)
	}
}

func TestCeilingsOnlyFall(t *testing.T) {
	h, err := Measure(module(t))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ceilings.json")
	lower := func(change func(*Ceilings)) error {
		c := h.Measured()
		change(&c)
		if err := c.save(file); err != nil {
			t.Fatal(err)
		}
		return Lower(file, h)
	}
	if err := lower(func(c *Ceilings) { c.Files, c.Prose = 9, map[string]prose.Counts{} }); err != nil {
		t.Error("a lower figure and a new folder are refused:", err)
	}
	if c, err := Load(file); err != nil || c.Files != 3 || c.Prose["."].Banned != 4 {
		t.Error("the ceilings were not lowered:", c, err)
	}
	if err := lower(func(c *Ceilings) { c.Cycle-- }); err == nil {
		t.Error("a ceiling rose")
	}
	if err := lower(func(c *Ceilings) { c.AllProse.Banned-- }); err == nil {
		t.Error("the prose of all folders got worse")
	}
	if err := lower(func(c *Ceilings) { c.Prose = map[string]prose.Counts{".": {}} }); err == nil {
		t.Error("a clean folder did not stay clean")
	}
	limits := h.Measured()
	limits.Lines["reading"]--
	if above, _ := limits.Compare(h); len(above) != 1 || !strings.HasPrefix(above[0], "lines of package reading: now 17") {
		t.Error("above the budget of a package:", above)
	}
	limits = h.Measured()
	limits.Files, limits.Cycle = 2, 5
	above, below := limits.Compare(h)
	if len(above) != 1 || !strings.HasPrefix(above[0], "files in one package: now 3") {
		t.Error("above:", above)
	}
	if len(below) != 1 || !strings.Contains(below[0], "now 2 (.), ceiling 5: lower the ceiling") {
		t.Error("below:", below)
	}
}
