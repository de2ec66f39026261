package extract

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Whoever looks for a reader finds its file: each is named once, under what it is about.
func TestEveryFileIsNamed(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, places, found := strings.Cut(string(text), "# Where things are")
	if !found {
		t.Fatal("the package says nowhere where things are")
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".go")
		if name == "doc" || strings.HasSuffix(name, "_test") {
			continue
		}
		if n := len(regexp.MustCompile(`\b`+name+`\b[,;.]`).FindAllString(places, -1)); n != 1 {
			t.Errorf("%s is named %d times", file, n)
		}
	}
}
