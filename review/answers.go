package review

import (
	"fmt"
	"strconv"
	"strings"

	"ppamaild/lazyregexp"
)

// answerLine matches "1. yes", "2) no", "3: 2019", "#4 - …", "Q5: …", "A6. …". numberedLine has
// further conditions.
var answerLine = lazyregexp.MustCompile(`(?i)^(?:[#QA] ?)?([1-9][0-9]?)( ?[.):-])(.*)$`)

// item is a line that begins with a number.
type item struct {
	number int
	mark   string // mark after the number: ".", ")" …
	rest   string // in plain characters, trimmed
}

// numberedLine reads a line that begins with a number. ok is false for other lines, such as
// "2.5 miles" and "2-door".
func numberedLine(line string) (it item, ok bool) {
	m := answerLine.FindStringSubmatch(normalizedLine(line))
	if m == nil {
		return item{}, false
	}
	spaced := m[3] == "" || m[3][0] == ' '
	if !spaced && (strings.HasSuffix(m[2], "-") || '0' <= m[3][0] && m[3][0] <= '9') {
		return item{}, false
	}
	n, _ := strconv.Atoi(m[1]) // two digits at most
	return item{number: n, mark: m[2], rest: strings.TrimSpace(m[3])}, true
}

// numbered reads numbered answers. ok is false if the first line has no number.
func numbered(lines []string) (answers map[int]string, ok bool) {
	if _, ok := numberedLine(lines[0]); !ok {
		return nil, false
	}
	return answersOf(lines), true
}

// answersOf collects answers by number, with the lines below each number. Answer 0 is the text
// before the first number. answersOf returns nil if a number occurs twice.
func answersOf(lines []string) map[int]string {
	answers := map[int]string{}
	begin := map[int]bool{}
	for _, line := range lines {
		if it, ok := numberedLine(line); ok {
			if begin[it.number] {
				return nil
			}
			begin[it.number] = true
		}
	}
	var below []string // lines of the current answer
	current := 0
	for _, line := range lines {
		it, ok := numberedLine(line)
		if !ok {
			below = append(below, strings.TrimRight(line, " \t"))
			continue
		}
		answers[current] = joined(below)
		for _, one := range onOneLine(it, begin) {
			answers[one.number], current = one.rest, one.number
		}
		below = []string{answers[current]}
	}
	answers[current] = joined(below)
	if answers[0] == "" {
		delete(answers, 0)
	}
	return answers
}

// onOneLine splits "1. yes 2. no". The next number with the same mark begins the next answer,
// unless another line begins with that number.
func onOneLine(it item, begin map[int]bool) []item {
	var items []item
	for !begin[it.number+1] {
		before, after, ok := strings.Cut(it.rest, fmt.Sprintf(" %d%s ", it.number+1, it.mark))
		if !ok {
			break
		}
		items = append(items, item{it.number, it.mark, strings.TrimRight(before, " ,;")})
		it = item{it.number + 1, it.mark, strings.TrimSpace(after)}
	}
	return append(items, it)
}
