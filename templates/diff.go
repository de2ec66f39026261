package templates

import (
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// DiffLine is one line of a comparison. Op is "+" for a new line, "-" for a removed line, " "
// for an unchanged line, and "…" for omitted unchanged lines.
type DiffLine struct{ Op, Text string }

// Diff compares two texts by line. Diff returns the changes with three lines of context, or nil
// for equal texts.
func Diff(old, new string) (lines []DiffLine) {
	unified := diff.Diff("old", []byte(old+"\n"), "new", []byte(new+"\n"))
	for i, line := range slices.Collect(strings.Lines(string(unified))) {
		switch {
		case i < 4: // the names of the texts, and the place of the first change
		case line[0] == '@': // the place of another change
			lines = append(lines, DiffLine{Op: "…"})
		default:
			lines = append(lines, DiffLine{line[:1], strings.TrimSuffix(line[1:], "\n")})
		}
	}
	return lines
}
