package templates

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Text by other people is escaped on each part of a page.
func TestReportEscapes(t *testing.T) {
	const evil = `"><script>alert(1)</script>`
	v := sampleReport()
	v.Subject, v.Warnings = evil, []string{evil}
	v.Facts[0] = Item{evil, evil}
	v.Turns[0].Title, v.Turns[0].Who, v.Turns[0].Text = evil, evil, evil
	v.Turns[1].Sections[0] = Section{Title: evil, Text: evil}
	v.Turns[1].Changes = []DiffLine{{"+", evil}, {"-", evil}, {" ", evil}}
	v.Graph.Nodes[0].Name, v.Graph.Edges[0].Title, v.Graph.Edges[0].Label = evil, evil, evil
	v.Checkpoints[0].Actor, v.Checkpoints[0].State, v.Checkpoints[0].Changes[0].After = evil, evil, evil
	set, err := New("")
	if err != nil {
		t.Fatal(err)
	}
	page, err := set.Report(v)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(page, "<script") || strings.Count(page, "&lt;script&gt;") < 18 {
		t.Errorf("%d escaped:\n%s", strings.Count(page, "&lt;script&gt;"), page)
	}
}

func TestReportCanBeOverridden(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "report.html"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`<style>{{css}}</style><h1>Ours: {{.Subject}}</h1>`)
	set, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	page, err := set.Report(sampleReport())
	if err != nil || !strings.Contains(page, "<h1>Ours: Car insurance for two cars</h1>") || !strings.Contains(page, "--paper") {
		t.Errorf("%v\n%s", err, page)
	}
	write("{{.Nonsense}}")
	if _, err := New(dir); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "report.html")) {
		t.Errorf("a page that can't work passes: %v", err)
	}
}
