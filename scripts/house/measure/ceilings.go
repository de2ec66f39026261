package measure

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"ppamaild/scripts/house/prose"
)

// Ceilings are figures that only fall.
type Ceilings struct {
	Files     int                     `json:"files"`     // in a package
	Cycle     int                     `json:"cycle"`     // files that reach each other in a package
	Spread    int                     `json:"spread"`    // files that hold methods of a single type
	Interface int                     `json:"interface"` // methods that an interface declares
	Package   int                     `json:"package"`   // lines of Go in a package, except reading
	Reading   int                     `json:"reading"`   // lines of Go in reading, all packages together
	WideLines int                     `json:"wide_lines"`
	Archaic   int                     `json:"archaic"`
	Sentences int                     `json:"sentences"`
	Subjects  int                     `json:"subjects"`
	Pronouns  int                     `json:"pronouns"`  // in 1,000 words of comments, rounded up
	Lists     int                     `json:"lists"`     // of words in reading
	Phrases   int                     `json:"phrases"`   // predicates of one phrase in reading
	Lines     map[string]int          `json:"lines"`     // of Go, by package of reading
	AllProse  prose.Counts            `json:"all_prose"` // of all folders together
	Prose     map[string]prose.Counts `json:"prose"`     // by folder
}

// Measured returns the figures of h for comparison with ceilings.
func (h House) Measured() Ceilings {
	c := Ceilings{
		Files: h.Files.N, Cycle: h.Cycle.N, Spread: h.Spread.N, Interface: h.Interface.N, WideLines: h.WideLines,
		Archaic: h.Archaic, Sentences: h.Sentences, Subjects: h.Subjects, Prose: h.Prose, AllProse: h.AllProse,
		Pronouns: (1000*h.Pronouns + h.Words - 1) / max(1, h.Words),
		Lists:    h.WordLists, Phrases: h.PhrasePredicates, Lines: map[string]int{},
	}
	for _, p := range h.Packages {
		if reading(p.Path) {
			c.Reading += p.Lines
			c.Lines[p.Path] = p.Lines
		} else {
			c.Package = max(c.Package, p.Lines)
		}
	}
	return c
}

func reading(path string) bool {
	return path == "agent/extract" || strings.HasPrefix(path, "agent/extract/") || path == "reading" || strings.HasPrefix(path, "reading/")
}

// figure is a ceiling, with the place of the largest value.
type figure struct {
	name       string
	get        func(*Ceilings) *int
	measuredIn func(House) string
}

var figures = []figure{
	{"files in one package", func(c *Ceilings) *int { return &c.Files }, func(h House) string { return h.Files.Of }},
	{"files in one cycle", func(c *Ceilings) *int { return &c.Cycle }, func(h House) string { return h.Cycle.Of }},
	{"files with methods of one type", func(c *Ceilings) *int { return &c.Spread }, func(h House) string { return h.Spread.Of }},
	{"methods of one interface", func(c *Ceilings) *int { return &c.Interface }, func(h House) string { return h.Interface.Of }},
	{"lines in one package", func(c *Ceilings) *int { return &c.Package }, nil},
	{"lines in reading", func(c *Ceilings) *int { return &c.Reading }, nil},
	{"lines over 100 columns", func(c *Ceilings) *int { return &c.WideLines }, nil},
	{"archaic words in comments", func(c *Ceilings) *int { return &c.Archaic }, nil},
	{"sentences for people outside templates", func(c *Ceilings) *int { return &c.Sentences }, nil},
	{"pronouns in 1,000 words of comments", func(c *Ceilings) *int { return &c.Pronouns }, nil},
	{"lists of more than four words in reading", func(c *Ceilings) *int { return &c.Lists }, nil},
	{"predicates of one phrase in reading", func(c *Ceilings) *int { return &c.Phrases }, nil},
	{"commit subjects over 72 characters", func(c *Ceilings) *int { return &c.Subjects }, nil},
}

// Load reads ceilings from a file.
func Load(file string) (Ceilings, error) {
	var c Ceilings
	text, err := os.ReadFile(file)
	if err != nil {
		return c, err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	err = dec.Decode(&c)
	return c, err
}

// Compare returns a line for each figure above its ceiling, and a line for each
// ceiling to lower.
func (c Ceilings) Compare(h House) (above, below []string) {
	now := h.Measured()
	for _, f := range figures {
		n, limit := *f.get(&now), *f.get(&c)
		place := ""
		if f.measuredIn != nil {
			place = " (" + f.measuredIn(h) + ")"
		}
		switch {
		case n > limit:
			above = append(above, fmt.Sprintf("%s: now %d%s, ceiling %d", f.name, n, place, limit))
		case n < limit:
			below = append(below, fmt.Sprintf("%s: now %d%s, ceiling %d: lower the ceiling", f.name, n, place, limit))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(now.Lines)) {
		if limit, known := c.Lines[path]; known && now.Lines[path] > limit {
			above = append(above,
				fmt.Sprintf("lines of package %s: now %d, ceiling %d", path, now.Lines[path], limit))
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(now.Prose)) {
		limit, known := c.Prose[folder]
		if over := now.Prose[folder].Above(limit); known && over != (prose.Counts{}) {
			above = append(above,
				fmt.Sprintf("prose of %s: now %+v, ceiling %+v", folder, now.Prose[folder], limit))
		}
	}
	if now.AllProse.Above(c.AllProse) != (prose.Counts{}) {
		above = append(above, fmt.Sprintf("prose of all folders: now %+v, ceiling %+v", now.AllProse, c.AllProse))
	} else if now.AllProse != c.AllProse {
		below = append(below, fmt.Sprintf("prose of all folders: now %+v, ceiling %+v: lower the ceiling", now.AllProse, c.AllProse))
	}
	return above, below
}

// Lower writes the figures of h to the file, unless a ceiling would rise. The counts of a
// folder may rise when prose moves there from another folder. The counts of all folders
// together must not rise, and a clean folder must stay clean. Lines may move between packages
// of reading, too.
func Lower(file string, h House) error {
	c, err := Load(file)
	if err != nil {
		return err
	}
	now := h.Measured()
	for _, f := range figures {
		if *f.get(&now) > *f.get(&c) {
			return fmt.Errorf("%s: now %d, ceiling %d: a ceiling never rises", f.name, *f.get(&now), *f.get(&c))
		}
	}
	if over := now.AllProse.Above(c.AllProse); over != (prose.Counts{}) {
		return fmt.Errorf("prose of all folders: %+v above the ceiling", over)
	}
	for folder, limit := range c.Prose {
		if limit == (prose.Counts{}) && now.Prose[folder] != limit {
			return fmt.Errorf("prose of %s: now %+v, but the folder was clean", folder, now.Prose[folder])
		}
	}
	return now.save(file)
}

// save writes a line for each figure and each folder, because Git merges by line.
func (c Ceilings) save(file string) error {
	var folders []string
	for _, folder := range slices.Sorted(maps.Keys(c.Prose)) {
		counts, err := json.Marshal(c.Prose[folder])
		if err != nil {
			return err
		}
		folders = append(folders, fmt.Sprintf("\t\t%q: %s", folder, counts))
	}
	c.Prose = nil
	text, err := json.MarshalIndent(c, "", "\t")
	if err != nil {
		return err
	}
	all := strings.Replace(string(text), `"prose": null`, "\"prose\": {\n"+strings.Join(folders, ",\n")+"\n\t}", 1)
	return os.WriteFile(file, []byte(all+"\n"), 0o644)
}
