package reading

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEveryNameIsInTheData finds names of cues and sets that the data lacks, and
// such as no reader asks for.
func TestEveryNameIsInTheData(t *testing.T) {
	var code string
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		code += string(raw)
	}
	for _, m := range regexp.MustCompile(`among\([^"\n]*"([^"]+)"\)`).FindAllStringSubmatch(code, -1) {
		if sets()[m[1]] == nil {
			t.Errorf("there is no set %q", m[1])
		}
	}
	for name := range sets() {
		if !regexp.MustCompile(`"` + regexp.QuoteMeta(name) + `"`).MatchString(code) {
			t.Errorf("no reader asks for the set %q", name)
		}
	}
	known := map[string]bool{}
	signWords().names(known)
	for _, m := range regexp.MustCompile(`(?:told|wished|often|happened|signs)[(\[]"([^"]+)"`).FindAllStringSubmatch(code, -1) {
		if !known[m[1]] {
			t.Errorf("there is no sign %q", m[1])
		}
	}
	for name := range known {
		if !strings.Contains(code, `"`+name+`"`) {
			t.Errorf("no reader asks for the sign %q", name)
		}
	}
	cues := map[string]bool{}
	lexicon().names(cues)
	for _, m := range regexp.MustCompile(`(?:named|startsAt|endsAt|cue|before|any|ours|bodyHas)\((?:[^"\n(){}]*)"([^"]+)"`).FindAllStringSubmatch(code, -1) {
		if !cues[m[1]] {
			t.Errorf("there is no cue %q", m[1])
		}
	}
	for name := range cues {
		if !regexp.MustCompile(`"`+regexp.QuoteMeta(name)+`"`).MatchString(code) && !strings.HasPrefix(name, "discount ") {
			t.Errorf("no reader asks for the cue %q", name)
		}
	}
}

func (p *phrases) names(found map[string]bool) {
	for _, cue := range p.cues {
		found[cue] = true
	}
	for _, next := range p.next {
		next.names(found)
	}
}

// TestEveryNameHasOneLine finds names that stand in the data twice, as whoever changes the one
// would not see the other.
func TestEveryNameHasOneLine(t *testing.T) {
	for file, text := range map[string]string{"cues.txt": cuesText, "sets.txt": setsText} {
		lines := map[string]bool{}
		for line := range strings.Lines(text) {
			name, _, named := strings.Cut(line, ":")
			if line[0] == '#' || line[0] == ' ' || !named {
				continue
			}
			if lines[name] {
				t.Errorf("%s has %q twice", file, name)
			}
			lines[name] = true
		}
	}
}
