package measure

import (
	"cmp"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"unicode/utf8"
)

// longSubject is the length of the shortest commit subject that is too long.
const longSubject = 73

// Checkout measures dir together with the history of its HEAD.
func Checkout(dir string) (House, error) {
	h, err := Measure(dir)
	if err != nil {
		return h, err
	}
	h.Subjects, h.Commits, err = subjects(dir)
	return h, err
}

// subjects counts the commits up to HEAD, and the commits with a long subject.
func subjects(dir string) (long, all int, err error) {
	out, err := exec.Command("git", "-C", dir, "log", "--no-merges", "--format=%s").Output()
	if err != nil {
		return 0, 0, fmt.Errorf("reading the history: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		all++
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) >= longSubject {
			long++
		}
	}
	return long, all, nil
}

// Largest returns the n packages with the most lines.
func (h House) Largest(n int) []Package {
	all := slices.Clone(h.Packages)
	slices.SortFunc(all, func(a, b Package) int { return cmp.Or(b.Lines-a.Lines, cmp.Compare(a.Path, b.Path)) })
	return all[:min(n, len(all))]
}
