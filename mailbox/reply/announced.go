package reply

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
)

// Some authors write their answers into the quoted mail. Only a color, or the place after a
// question, marks such answers. The authors announce them above: "see my answers in red".

// announcement matches such an announcement and the named color.
var announcement = lazyregexp.MustCompile(`(?i)\b(?:answer|answers|answered|response|responses|replies|reply|comments?|respuestas?|respond[ií]|contest[eé])\b[^.!?\n]{0,40}?` +
	`\b(?:below|inline|in-line|beside|behind|next|caps|capitals|capital|abajo|may[uú]sculas|(red|blue|green|purple|orange|rojo|azul|verde))\b`)

// announces reports whether a text announces answers in the quoted mail. announces also returns
// the named color, or "".
func announces(text string) (string, bool) {
	m := announcement.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	if c, ok := map[string]string{"rojo": "red", "azul": "blue", "verde": "green"}[strings.ToLower(m[1])]; ok {
		return c, true
	}
	return strings.ToLower(m[1]), true
}

// colored parses a message again if its author announces answers in a color.
func colored(m *message.Message, r Reply) (Reply, bool) {
	if m.HTML == "" {
		return r, false
	}
	color, ok := announces(r.Text)
	if !ok || color == "" {
		return r, false
	}
	lines, _ := htmlLines(m.HTML, color)
	cut(lines, isForward(m.Subject))
	again := assemble(lines)
	return again, again.Interleaved
}

const inColor = "in the color that the author names"

// coloredRole returns the role of an element with text in the color. Such text is the author's
// own, in any place.
func coloredRole(t html.Token, color string) (role, bool) {
	for _, a := range t.Attr {
		value := strings.ToLower(strings.ReplaceAll(a.Val, " ", ""))
		if a.Key == "style" {
			_, value, _ = strings.Cut(";"+value, ";color:")
			value, _, _ = strings.Cut(value, ";")
		} else if a.Key != "color" {
			continue
		}
		if value == color || hue(value) == color {
			return role{marked, Own, inColor}, true
		}
	}
	return role{}, false
}

// hue returns the color name for a shade such as "#c00000" or "rgb(192,0,0)". For other values
// and for grays, hue returns "".
func hue(value string) string {
	var c [3]int64
	if rest, ok := strings.CutPrefix(value, "rgb("); ok {
		for i, part := range strings.SplitN(strings.TrimSuffix(rest, ")"), ",", 3) {
			c[i], _ = strconv.ParseInt(part, 10, 64) // another shade is 0
		}
	} else if rest, ok := strings.CutPrefix(value, "#"); ok && len(rest) == 6 {
		for i := range c {
			c[i], _ = strconv.ParseInt(rest[2*i:2*i+2], 16, 64) // another shade is 0
		}
	}
	for i, name := range []string{"red", "green", "blue"} {
		if a, b := c[(i+1)%3], c[(i+2)%3]; c[i] > 90 && c[i] > 3*a/2 && c[i] > 3*b/2 {
			return name
		}
	}
	return ""
}

// answersLine reports whether an unmarked line below quoted lines answers the last of them. The
// last quoted line must be a question, and the unmarked line must not.
func answersLine(above []string, line string) bool {
	if len(above) == 0 || line == "" || strings.HasSuffix(line, "?") || strings.HasSuffix(line, ":") {
		return false
	}
	n, _ := numberOf(line)
	return n == 0 && strings.HasSuffix(above[len(above)-1], "?")
}

// afterQuestion splits a quoted line with an answer after its question.
var afterQuestion = lazyregexp.MustCompile(`(?m)^(>.*\?)(?:[ \t]{3,}|[ \t]+)(\S.*)$`)

// arrow matches marks that people put before an answer after a question.
var arrow = lazyregexp.MustCompile(`^(?:>{2,}|[-=]+>|\*{2,}|→)`)

// answeredInside returns the quoted text if the mail has only quoted text, with answers after
// numbered questions. Otherwise answeredInside returns "".
func (r Reply) answeredInside(lines []string) string {
	for _, l := range lines {
		if m := afterQuestion.FindStringSubmatchIndex(l); m != nil && numberedLine.MatchString(l) {
			return splitAnswers(strings.Join(lines, "\n"), r.announces())
		}
	}
	return ""
}

// announces reports whether the author announces answers in the quoted mail.
func (r Reply) announces() bool {
	_, said := announces(r.Text)
	return said
}

// splitAnswers moves answers after a question to their own lines. An answer counts if the
// author has announced answers, or after a wide gap.
func splitAnswers(text string, said bool) string {
	return afterQuestion.ReplaceAllStringFunc(text, func(l string) string {
		m := afterQuestion.FindStringSubmatchIndex(l)
		if !said && m[4]-m[3] < 3 && !arrow.MatchString(l[m[4]:]) {
			return l
		}
		return l[:m[3]] + "\n" + strings.TrimSpace(arrow.ReplaceAllString(l[m[4]:], ""))
	})
}
