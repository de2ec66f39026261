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
	own, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(own, below...) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		code += string(raw)
	}
	sets := namesIn(t, "text/data/sets.txt")
	for _, m := range regexp.MustCompile(`(?i)among\([^"\n]*"([^"]+)"\)`).FindAllStringSubmatch(code, -1) {
		if !sets[m[1]] {
			t.Errorf("there is no set %q", m[1])
		}
	}
	for name := range sets {
		if !regexp.MustCompile(`"` + regexp.QuoteMeta(name) + `"`).MatchString(code) {
			t.Errorf("no reader asks for the set %q", name)
		}
	}
	known := namesIn(t, "intent/data/signs.txt")
	for _, m := range regexp.MustCompile(`(?i)(?:told|wished|often|happened|signs)[(\[]"([^"]+)"`).FindAllStringSubmatch(code, -1) {
		if !known[m[1]] {
			t.Errorf("there is no sign %q", m[1])
		}
	}
	for name := range known {
		if !strings.Contains(code, `"`+name+`"`) {
			t.Errorf("no reader asks for the sign %q", name)
		}
	}
	cues := namesIn(t, "text/data/cues.txt")
	for _, m := range regexp.MustCompile(`\b(?:[nN]amed|[sS]tartsAt|[eE]ndsAt|[cC]ue|[bB]efore|[aA]ny|[oO]urs|[bB]odyHas)\((?:[^"\n(){}]*)"([^"]+)"`).FindAllStringSubmatch(code, -1) {
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

// namesIn returns the names of the lines "name: phrases" of a data file.
func namesIn(t *testing.T, file string) map[string]bool {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for line := range strings.Lines(string(raw)) {
		if name, _, named := strings.Cut(line, ":"); named && line[0] != '#' && line[0] != ' ' {
			found[name] = true
		}
	}
	return found
}

// TestDataIsSmall bounds the embedded phrases and tables. The bound only falls.
func TestDataIsSmall(t *testing.T) {
	const most = 150_000
	files, err := filepath.Glob("*/data/*")
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		size += len(raw)
	}
	if t.Logf("%d bytes in %d files", size, len(files)); size == 0 || size > most {
		t.Errorf("want at most %d bytes", most)
	}
}
