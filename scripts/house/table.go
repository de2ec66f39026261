package main

import (
	"fmt"
	"os"
	"strings"

	"ppamaild/scripts/house/measure"
)

// largePackages is how many packages the second table lists.
const largePackages = 12

// table returns the figures as two tables in Markdown.
func table(h measure.House) string {
	var b strings.Builder
	b.WriteString("|  | now |\n|---|---|\n")
	for _, row := range []struct{ label, cell string }{
		{"files in one package", top(h.Files)},
		{"largest cycle of files in a package", top(h.Cycle)},
		{"files over which one type's methods are spread", top(h.Spread)},
		{"methods that one interface declares", top(h.Interface)},
		{"archaic words in 1,000 words of comments", share(h.Archaic, h.Words, 1000)},
		{"pronouns in 1,000 words of comments", share(h.Pronouns, h.Words, 1000)},
		{"lines over 100 columns", share(h.WideLines, h.Lines, 100) + "%"},
		{"commit subjects over 72 characters", fmt.Sprintf("%d of %d", h.Subjects, h.Commits)},
		{"sentences for people outside `templates`", fmt.Sprint(h.Sentences)},
		{"packages", fmt.Sprint(len(h.Packages))},
		{"lines of Go, without tests", fmt.Sprint(h.Lines)},
	} {
		fmt.Fprintf(&b, "| %s | %s |\n", row.label, row.cell)
	}
	b.WriteString("\n| largest packages | lines | files | cycle |\n|---|---|---|---|\n")
	for _, p := range h.Largest(largePackages) {
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d |\n", p.Path, p.Lines, p.Files, p.Cycle)
	}
	return b.String() + "\n"
}

func top(t measure.Top) string { return fmt.Sprintf("%s %d", t.Of, t.N) }

func share(n, of, scale int) string {
	return fmt.Sprintf("%.1f", float64(n*scale)/float64(max(1, of)))
}

const begin, end = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"

// insert replaces what lies between the two markers of a file.
func insert(name, text string) error {
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	above, rest, ok := strings.Cut(string(old), begin)
	_, below, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no markers for the table", name)
	}
	return os.WriteFile(name, []byte(above+begin+"\n"+text+end+below), 0o644)
}
