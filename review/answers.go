package review

import (
	"regexp"
	"strconv"
	"strings"
)

// answerLine is "1. yes", "2) no", "3: 2019", "#4 …", "Q5: …", "A6. …".
var answerLine = regexp.MustCompile(`(?i)^(?:[#QA] ?)?([1-9][0-9]?)(?:[.):]|(?: ?-))(?: +|$)(.*)$`)

// numbered reads answers that begin with a number on the first line; ok is false
// where the first line has none.
func numbered(lines []string) (answers map[int]string, ok bool) {
	if !answerLine.MatchString(plainLine(lines[0])) {
		return nil, false
	}
	return answersOf(lines), true
}

// answersOf collects answers by number, each with the lines below it; text
// before the first number is answer 0. It returns nil where a number stands
// there twice.
func answersOf(lines []string) map[int]string {
	answers := map[int]string{}
	current := 0
	for _, line := range lines {
		if m := answerLine.FindStringSubmatch(plainLine(line)); m != nil {
			current, _ = strconv.Atoi(m[1])
			if _, twice := answers[current]; twice {
				return nil
			}
			answers[current] = m[2]
			continue
		}
		answers[current] = strings.TrimSpace(answers[current] + "\n" + strings.TrimRight(line, " \t"))
	}
	if answers[0] == "" {
		delete(answers, 0)
	}
	return answers
}
