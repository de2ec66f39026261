package templates

import (
	"slices"
	"strings"
)

// DiffLine is one line of a comparison. Op is "+" for a new line, "-" for a removed line, " "
// for an unchanged line, and "…" for omitted unchanged lines.
type DiffLine struct{ Op, Text string }

const (
	diffContext = 2       // unchanged lines around a change
	diffCells   = 1 << 22 // above this number of comparisons, a diff shows all old lines, then all new lines
)

// Diff compares two texts by line. Diff returns the changes with two lines of context, or nil
// for equal texts.
func Diff(old, new string) []DiffLine {
	a, b := strings.Split(old, "\n"), strings.Split(new, "\n")
	head := common(a, b, false)
	tail := common(a[head:], b[head:], true)
	lines := appendUnchanged(nil, a[:head])
	lines = append(lines, diffLines(a[head:len(a)-tail], b[head:len(b)-tail])...)
	lines = appendUnchanged(lines, a[len(a)-tail:])
	return abridge(lines)
}

// common counts the equal lines at the beginning of a and b, or at the end.
func common(a, b []string, fromEnd bool) int {
	n := 0
	for n < min(len(a), len(b)) {
		i, j := n, n
		if fromEnd {
			i, j = len(a)-1-n, len(b)-1-n
		}
		if a[i] != b[j] {
			break
		}
		n++
	}
	return n
}

func appendUnchanged(lines []DiffLine, text []string) []DiffLine {
	for _, s := range text {
		lines = append(lines, DiffLine{" ", s})
	}
	return lines
}

// diffLines computes the diff of a and b from their longest common subsequence.
func diffLines(a, b []string) []DiffLine {
	var longest [][]int // longest[i][j]: length of the longest common subsequence of a[i:] and b[j:]
	if len(a)*len(b) <= diffCells {
		longest = commonLengths(a, b)
	}
	var lines []DiffLine
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case longest != nil && i < len(a) && j < len(b) && a[i] == b[j]:
			lines = append(lines, DiffLine{" ", a[i]})
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || longest == nil || longest[i+1][j] >= longest[i][j+1]):
			lines = append(lines, DiffLine{"-", a[i]})
			i++
		default:
			lines = append(lines, DiffLine{"+", b[j]})
			j++
		}
	}
	return lines
}

func commonLengths(a, b []string) [][]int {
	n := make([][]int, len(a)+1)
	n[len(a)] = make([]int, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		n[i] = make([]int, len(b)+1)
		for j := len(b) - 1; j >= 0; j-- {
			n[i][j] = max(n[i+1][j], n[i][j+1])
			if a[i] == b[j] {
				n[i][j] = n[i+1][j+1] + 1
			}
		}
	}
	return n
}

// abridge omits lines far from any change.
func abridge(lines []DiffLine) []DiffLine {
	near := func(i int) bool {
		around := lines[max(0, i-diffContext):min(len(lines), i+diffContext+1)]
		return slices.ContainsFunc(around, func(l DiffLine) bool { return l.Op != " " })
	}
	var short []DiffLine
	for i, l := range lines {
		switch {
		case near(i):
			short = append(short, l)
		case len(short) > 0 && short[len(short)-1].Op != "…":
			short = append(short, DiffLine{Op: "…"})
		}
	}
	if n := len(short); n > 0 && short[n-1].Op == "…" {
		short = short[:n-1]
	}
	return short
}
