package reply

import (
	"strings"

	"ppamaild/lazyregexp"
)

// attributionStart matches possible beginnings of an attribution inside a line.
var attributionStart = lazyregexp.MustCompile(`(?:^|[\s.!?)-])((?:On|Am|Le|El|Em|Op|Den|Dnia|Il giorno|В|W dniu|Dne) )`)

// splitLines splits lines that contain an attribution and other words. Clients that lose line
// ends write such lines: "Yes. On Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:".
// Yahoo's apps write the quoted text behind the attribution. The split position is a guess.
func splitLines(lines []line) []line {
	var out []line
	done := 0 // lines copied to out
	for i := range min(len(lines), maxLines) {
		if above, below, ok := splitLine(lines, i); ok {
			out = append(append(out, lines[done:i]...), above, below)
			done = i + 1
		}
	}
	if done == 0 {
		return lines
	}
	return append(out, lines[done:]...)
}

// splitLine splits line i at the beginning or the end of an attribution.
func splitLine(lines []line, i int) (above, below line, ok bool) {
	begin, end := middle(lines, i), completed(lines[i])
	at := max(begin, end)
	if at == 0 {
		return line{}, line{}, false
	}
	above, below = newLine(lines[i].text[:at]), newLine(lines[i].text[at:])
	spoken := &above
	if begin > 0 {
		spoken = &below
	}
	why := attributionLine(spoken.body) + " on a line with other words"
	spoken.class = class{Attribution, why, true}
	return above, below, true
}

// completed returns the end of the attribution at the beginning of a line with more words, or
// 0. The attribution must have a date, a time, an address and the verb.
func completed(l line) int {
	end := strings.Index(l.text, ": ") + 1
	if end == 0 || end > attributionBytes || !l.own() || strings.TrimSpace(l.text[end:]) == "" {
		return 0
	}
	s := strings.TrimSpace(l.text[:end])
	low := strings.ToLower(s)
	_, verb := hasVerb(low)
	if !verb || !strings.Contains(s, "@") || !clock.MatchString(low) || !beginsDated(s) || !hasDate(low) {
		return 0
	}
	return end
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
	found := attributionStart.FindAllStringSubmatchIndex(text, -1)
	for n := len(found) - 1; n >= max(0, len(found)-tries); n-- {
		at := found[n][2]
		rest := strings.ToLower(text[at:])
		if leads.MatchString(text[at:]) && strings.Contains(rest, "@") && clock.MatchString(rest) && hasDate(rest) {
			return len(strings.TrimRight(text[:at], " -"))
		}
	}
	return 0
}
