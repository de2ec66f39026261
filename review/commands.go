package review

import (
	"slices"
	"strings"

	"ppamaild/lazyregexp"
)

// commands reads words that take names or numbers. Some words combine: ORDER with SKIP, several
// REVISE, several RETRY, several RELEASE.
func (p parser) commands() Decision {
	var d Decision
	d.Verdict = VerdictCommand
	lines := p.lines[p.at:]
	for len(lines) > 0 {
		h, ok := readCommandWord(lines[0])
		if !ok || !together(d.Commands, h.word) {
			break
		}
		next := p.nextCommand(h.word, lines[1:])
		found, why := p.command(h, lines[1:next])
		if why != "" {
			return unclear(quote(lines[0]), why)
		}
		d.Commands = append(d.Commands, found...)
		lines = lines[next:]
	}
	word := d.Commands[0].Word
	if other, ok := p.otherWord(word, lines, withText); ok {
		return p.twoWords(word, other)
	}
	if offending, ok := p.closing.allows(lines); !ok {
		return unclear(andThen(word, offending, p.words), p.words.Say("reply.nothing_may_follow", word))
	}
	return d
}

// together reports whether word may follow the commands in before.
func together(before []Command, word string) bool {
	if len(before) == 0 {
		return true
	}
	first := before[0].Word
	switch word {
	case wordRevise, wordRetry, wordRelease:
		return first == word
	case wordOrder, wordSkip:
		planned := first == wordOrder || first == wordSkip
		return planned && !slices.ContainsFunc(before, func(c Command) bool { return c.Word == word })
	}
	return false
}

// nextCommand returns the number of lines that belong to a command of this word. The command's
// own line counts.
func (p parser) nextCommand(word string, rest []string) int {
	for i, line := range rest {
		if h, ok := readCommandWord(line); ok && (h.word == word || decisive.Get()[h.word] || word != wordRevise) {
			return i + 1
		}
		if word != wordRevise && normalizedLine(line) != "" {
			return i + 1
		}
	}
	return len(rest) + 1
}

var (
	nameShape    = lazyregexp.MustCompile(`^[\pL\pN][\pL\pN _.-]{0,63}$`)
	threadShape  = lazyregexp.MustCompile(`^[QT]-[0-9A-Z]{6}$`)
	numberShape  = lazyregexp.MustCompile(`^#?[0-9]{1,9}$`)
	andSeparator = lazyregexp.MustCompile(`(?i) and |,|;`)
)

// command reads one command from its head and the lines below. why describes the mistake.
func (p parser) command(h commandWord, below []string) (found []Command, why string) {
	rest := strings.TrimRight(h.rest, " .!;,")
	switch arguments.Get()[h.word] {
	case namedText:
		name, text, ok := strings.Cut(h.rest, ":")
		name, body := strings.TrimSpace(name), p.body(append([]string{text}, below...))
		if !ok || !nameShape.MatchString(name) || body == "" {
			return nil, p.words.Say("reply.revise_needs")
		}
		return []Command{{Word: h.word, Name: name, Argument: body}}, ""
	case list:
		rest = p.closing.cutName(rest)
		if !strings.Contains(h.sep, ":") || !every(andSeparator.Split(rest, -1), nameShape) {
			return nil, p.words.Say("reply.list_needs", h.word)
		}
		return []Command{{Word: h.word, Argument: rest}}, ""
	case singleName:
		rest = p.closing.cutName(rest)
		if !nameShape.MatchString(rest) || strings.Count(rest, " ") > 1 {
			return nil, p.words.Say("reply.retry_needs")
		}
		return []Command{{Word: h.word, Name: rest, Argument: rest}}, ""
	case threadID:
		if id := upper(p.closing.cutFrom(rest)); threadShape.MatchString(id) {
			return []Command{{Word: h.word, Argument: id}}, ""
		}
		return nil, p.words.Say("reply.join_needs")
	}
	return p.releases(h.word, p.closing.cutFrom(rest))
}

func every(items []string, shape *lazyregexp.Regexp) bool {
	return !slices.ContainsFunc(items, func(s string) bool { return !shape.MatchString(strings.TrimSpace(s)) })
}

func (p parser) releases(word, rest string) (found []Command, why string) {
	for n := range strings.FieldsFuncSeq(rest, func(r rune) bool { return r == ' ' || r == ',' || r == ';' }) {
		if upper(n) == "AND" {
			continue
		}
		if !numberShape.MatchString(n) {
			return nil, p.words.Say("reply.no_number", quote(n))
		}
		found = append(found, Command{Word: word, Argument: strings.TrimPrefix(n, "#")})
	}
	if len(found) == 0 {
		return nil, p.words.Say("reply.release_needs")
	}
	return found, ""
}
