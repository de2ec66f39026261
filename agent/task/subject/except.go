package subject

import (
	"strings"

	"ppamaild/lazyregexp"
)

// excepts begins a clause about what a text is not about. "Exclude" and "not" do where they begin
// the clause: a policy may exclude a driver. Behind "not" something is named or pointed at.
var excepts = lazyregexp.MustCompile(`\b(?i:except(?: for)?|excluding|other than|apart from|aside from|but not|` +
	`leav(?:e|ing) out|not (?:in|of|from)|no need (?:for|to)|(?:do not|don['’]?t) (?:include|list|show|count|mention|bother|consider|search|go through|look (?:at|in|into|through))|` +
	`excepto|salvo|sin contar|no incluyas?)\b|(?:^|[.;,!?(]\s*|\n\s*|\b(?i:please|and) )((?i:exclude|omit|ignore|disregard)\b|(?i:not)\s+(?:(?i:the|those|these|any|anything|his|her|their|our)\b|\p{Lu}))`)

// ends are where such a clause ends.
var ends = lazyregexp.MustCompile(`(?i)[.;,!?](?:\s|$)|\n|\bbut\b`)

// except cuts out the clauses of a text that say what it is not about, and returns them.
func (d *draft) except() (all []string) {
	var b strings.Builder
	rest := d.text
	for {
		at := excepts.FindStringSubmatchIndex(rest)
		if at == nil {
			break
		}
		begin := at[0]
		if at[2] >= 0 { // what stands before "not" is of the clause before
			begin = at[2]
		}
		end := clauseEnd(rest, at[1])
		all = append(all, strings.Join(strings.Fields(rest[begin:end]), " "))
		b.WriteString(rest[:begin] + taken)
		rest = rest[end:]
	}
	d.text = b.String() + rest
	return all
}

// clauseEnd is where a clause ends that goes on from there. A line that a mail program wrapped
// goes on in the next one.
func clauseEnd(text string, from int) int {
	for {
		at := ends.FindStringIndex(text[from:])
		if at == nil {
			return len(text)
		}
		begin := from + at[0]
		gap := len(text) - begin - len(strings.TrimLeft(text[begin:], " \t\r\n"))
		if text[begin] != '\n' || isEnd(text[begin:begin+gap], text[:begin]) {
			return begin
		}
		from = begin + 1
	}
}
