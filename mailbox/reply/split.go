package reply

import (
	"strings"

	"ppamaild/lazyregexp"
)

// led matches possible beginnings of an attribution inside a line.
var led = lazyregexp.MustCompile(`(?:^|[\s.!?)-])((?:On|Am|Le|El|Em|Op|Den|Dnia|Il giorno|В|W dniu|Dne) )`)

// partLines splits lines that begin with own words and end with an attribution. Clients that
// lose line ends write such lines: "Yes. On Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test>
// wrote:". The attribution must be complete, with quoted lines below. The split position is a
// guess.
func partLines(lines []line) []line {
	var out []line
	done := 0 // lines copied to out
	for i := range min(len(lines), maxLines) {
		at := middle(lines, i)
		if at == 0 {
			continue
		}
		own, rest := newLine(lines[i].text[:at]), newLine(lines[i].text[at:])
		rest.class = class{Attribution, attributionLine(rest.body) + " on a line with other words", true}
		out = append(append(out, lines[done:i]...), own, rest)
		done = i + 1
	}
	if done == 0 {
		return lines
	}
	return append(out, lines[done:]...)
}

// middle returns the position of an attribution inside line i, or 0.
func middle(lines []line, i int) int {
	text := lines[i].text
	if !lines[i].own() || len(text) > attributionBytes || !strings.HasSuffix(lines[i].body, ":") || !endsInVerb(text) {
		return 0
	}
	if beginsDated(text) || !quoteFollows(lines, i+1) {
		return 0
	}
	const tries = 5 // maximum number of words of an attribution that may begin one
	found := led.FindAllStringSubmatchIndex(text, -1)
	for n := len(found) - 1; n >= max(0, len(found)-tries); n-- {
		at := found[n][2]
		rest := strings.ToLower(text[at:])
		if leads.MatchString(text[at:]) && strings.Contains(rest, "@") && clock.MatchString(rest) && hasDate(rest) {
			return len(strings.TrimRight(text[:at], " -"))
		}
	}
	return 0
}
