package review

import (
	"strings"

	"ppamaild/mailbox/message"
	"ppamaild/review/signature"
	"ppamaild/spelling"
)

// The limits of a signature that is remembered.
const (
	longestSignature = 20   // lines
	largestSignature = 1500 // bytes
)

// shownIn adds the name that the mail program shows. A configured name takes precedence over a
// different name.
func (p Person) shownIn(m *message.Message) Person {
	if len(m.From) != 1 {
		return p
	}
	shown := ownName(m.From[0].Name)
	for word := range strings.FieldsSeq(shown) {
		if p.Name == "" || len(word) > 2 && spelling.IndexWhole(upper(p.Name), word, 0) >= 0 {
			p.Shown = shown
		}
	}
	return p
}

// doubtful returns the lines from the first that may be part of the answer, without the
// reference and the lines of programs at the end.
func (c closing) doubtful(lines []string) []string {
	first := c.allowed(lines)
	end := len(lines)
	for end > first && isAdded(lines[end-1]) {
		end--
	}
	return lines[first:end]
}

func isAdded(line string) bool {
	return normalizedLine(line) == "" || isReference(line) || isDeviceLine(line)
}

// mayBeSigned reports whether lines can be remembered as a signature. Lines with a question, an
// objection or another word can't.
func mayBeSigned(lines []string) bool {
	text := strings.Join(lines, "\n")
	if len(lines) > longestSignature || len(text) > largestSignature ||
		lettersOf(text) == "" || strings.Contains(text, "~~") ||
		strings.Contains(normalizedText(text), "?") {
		return false
	}
	for _, line := range lines {
		begins, _, _ := strings.Cut(phraseOf(line), " ")
		h, is := readCommandWord(line)
		if signature.Objections.Has(strings.Trim(begins, ".,:;!")) || is && decisive.Get()[h.word] {
			return false
		}
	}
	return true
}

// SignatureBelow returns the signature below the text of a mail: the lines from the person's
// name to the end. It returns "" if the lines are no certain signature.
func SignatureBelow(text string, m *message.Message, who Person) string {
	c := closingFor(who.shownIn(m))
	lines := strings.Split(lineEnds.Replace(text), "\n")
	for len(lines) > 0 && isAdded(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	for i := max(1, len(lines)-longestSignature); i < len(lines)-1; i++ {
		if c.block(lines[i:i+1], false) == 0 {
			continue
		}
		if block := lines[i:]; mayBeSigned(block) && !isOrder(strings.Join(block, "\n")) {
			return strings.Join(block, "\n")
		}
		return ""
	}
	return ""
}
