package main

import (
	"fmt"
	"os"
	"strings"

	"ppamaild/scripts/house/measure"
)

type column struct {
	name  string
	house measure.House
}

// largePackages is how many packages the second table lists.
const largePackages = 12

// table returns the figures as two tables in Markdown.
func table(columns []column) string {
	var b strings.Builder
	row := func(label string, cell func(measure.House) string) {
		fmt.Fprintf(&b, "| %s |", label)
		for _, c := range columns {
			fmt.Fprintf(&b, " %s |", cell(c.house))
		}
		b.WriteByte('\n')
	}
	head(&b, "", columns)
	top := func(get func(measure.House) measure.Top) func(measure.House) string {
		return func(h measure.House) string { return fmt.Sprintf("%s %d", get(h).Of, get(h).N) }
	}
	row("files in one package", top(func(h measure.House) measure.Top { return h.Files }))
	row("largest cycle of files in a package", top(func(h measure.House) measure.Top { return h.Cycle }))
	row("files over which one type's methods are spread", top(func(h measure.House) measure.Top { return h.Spread }))
	row("methods that one interface declares", top(func(h measure.House) measure.Top { return h.Interface }))
	row("archaic words in 1,000 words of comments", func(h measure.House) string { return share(h.Archaic, h.Words, 1000) })
	row("pronouns in 1,000 words of comments", func(h measure.House) string { return share(h.Pronouns, h.Words, 1000) })
	row("lines over 100 columns", func(h measure.House) string { return share(h.WideLines, h.Lines, 100) + "%" })
	row("commit subjects over 72 characters", func(h measure.House) string {
		return fmt.Sprintf("%d of %d", h.Subjects, h.Commits)
	})
	row("sentences for people outside `templates`", func(h measure.House) string { return fmt.Sprint(h.Sentences) })
	row("packages", func(h measure.House) string { return fmt.Sprint(len(h.Packages)) })
	row("lines of Go, without tests", func(h measure.House) string { return fmt.Sprint(h.Lines) })
	b.WriteByte('\n')
	for _, c := range columns {
		head(&b, "largest packages, "+c.name, []column{{name: "lines"}, {name: "files"}, {name: "cycle"}})
		for _, p := range c.house.Largest(largePackages) {
			fmt.Fprintf(&b, "| `%s` | %d | %d | %d |\n", p.Path, p.Lines, p.Files, p.Cycle)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func head(b *strings.Builder, label string, columns []column) {
	fmt.Fprintf(b, "| %s |", label)
	for _, c := range columns {
		fmt.Fprintf(b, " %s |", c.name)
	}
	b.WriteString("\n|" + strings.Repeat("---|", len(columns)+1) + "\n")
}

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
