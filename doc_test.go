package ppamaild_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)

// maxWords are the limits of the pages for newcomers. The staff guide prints on one page.
var maxWords = map[string]int{"README.md": 700, "doc/staff.md": 520}

// The way in is one page, and what the documents point to is there.
func TestDocuments(t *testing.T) {
	files, err := filepath.Glob("doc/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no documents", err)
	}
	for _, file := range append(files, "README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n"); file == "doc/architecture.md" && n > 60 {
			t.Errorf("%s has %d lines, which is more than a page", file, n)
		}
		limit, is := maxWords[file]
		if n := len(strings.Fields(string(text))); is && n > limit {
			t.Errorf("%s has %d words, more than %d", file, n, limit)
		}
		for _, to := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), to[1])); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

func TestChangelogIsShort(t *testing.T) {
	text, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n > 60 {
		t.Errorf("%d lines, more than 60", n)
	}
}
