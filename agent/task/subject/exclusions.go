package subject

import (
	"strings"

	"ppamaild/lazyregexp"
)

// exclusion matches the start of a clause about excluded subjects. "Exclude" and "not" count only
// at the start of a clause, because a policy may exclude a driver. After "not" follows a name or
// a pronoun.
var exclusion = lazyregexp.MustCompile(`\b(?i:except(?: for)?|excluding|other than|apart from|aside from|but not|` +
	`leav(?:e|ing) out|not (?:in|of|from)|no need (?:for|to)|(?:do not|don['’]?t) (?:include|list|show|count|mention|bother|consider|search|go through|look (?:at|in|into|through))|` +
	`excepto|salvo|sin contar|no incluyas?)\b|(?:^|[.;,!?(]\s*|\n\s*|\b(?i:please|and) )((?i:exclude|omit|ignore|disregard)\b|(?i:not)\s+(?:(?i:the|those|these|any|anything|his|her|their|our)\b|\p{Lu}))`)

// exclusionEnd matches the end of such a clause.
var exclusionEnd = lazyregexp.MustCompile(`(?i)[.;,!?](?:\s|$)|\n|\bbut\b`)

// exclusions cuts out and returns the clauses about excluded subjects.
func (d *draft) exclusions() (all []string) {
	var b strings.Builder
	rest := d.text
	for {
		at := exclusion.FindStringSubmatchIndex(rest)
		if at == nil {
			break
		}
		begin := at[0]
		if at[2] >= 0 { // text before "not" belongs to the previous clause
			begin = at[2]
		}
		end := clauseEnd(rest, at[1])
		all = append(all, strings.Join(strings.Fields(rest[begin:end]), " "))
		b.WriteString(rest[:begin] + placeholder)
		rest = rest[end:]
	}
	d.text = b.String() + rest
	return all
}

// clauseEnd returns the end of a clause. A wrapped line continues on the next line.
func clauseEnd(text string, from int) int {
	for {
		at := exclusionEnd.FindStringIndex(text[from:])
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
