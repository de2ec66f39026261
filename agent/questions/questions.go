// Package questions recognizes questions of customers about a quote. A fixed table has a few plain
// cues for each kind. A question without a kind stays in the text, for staff.
package questions

import (
	"strings"
	"unicode/utf8"

	"ppamaild/agent/signals"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
)

// Kind is the subject of a question.
type Kind string

// The kinds of questions. The quote has the answer, except for OtherPolicy, Call and Other.
const (
	Validity    Kind = "validity"
	Payments    Kind = "payments"
	Yearly      Kind = "yearly"
	Coverage    Kind = "coverage" // contents of the quote, or the meaning of a coverage
	Adds        Kind = "adds"     // the price of a coverage
	Changes     Kind = "changes"  // since the quote before
	Why         Kind = "why"
	Insurer     Kind = "insurer"
	Discounts   Kind = "discounts"
	Proceed     Kind = "proceed"
	WhatIf      Kind = "what_if"
	OtherPolicy Kind = "other_policy" // to cancel a policy of another insurer
	Call        Kind = "call"         // a wish for a phone call
	Other       Kind = "other"        // asks for advice, or about a case that no quote answers
)

// Question is a question of a customer.
type Question struct {
	Kind     Kind         `json:"kind"`
	Words    string       `json:"words"`              // of the customer
	Coverage string       `json:"coverage,omitempty"` // name in the quote mail, such as "collision"
	Facts    []quote.Fact `json:"facts,omitempty"`    // of a supposition
	Which    bool         `json:"which,omitempty"`    // a supposition about an unknown car
}

// Reader reads questions.
type Reader struct {
	// Suppose reads the words of a supposition: facts of the quoted cars and drivers, or all facts
	// of a new driver. which reports whether the words are about an unknown car.
	Suppose func(words string) (facts []quote.Fact, which bool)
}

// maxMail is the most bytes of a mail with recognized questions.
const maxMail = 4000

// Read finds the questions in a text, and returns the text without them.
func (r Reader) Read(text string) (found []Question, rest string) {
	if len(text) > maxMail {
		return nil, text
	}
	whole, done := unwrapped(text), 0
	var b strings.Builder
	for _, at := range sentence.FindAllStringIndex(whole, -1) {
		line := strings.LastIndexByte(whole[:at[0]], '\n') + 1
		if whole[line] == '>' || at[0] < done {
			continue // our words, or the description of a driver
		}
		own, left := r.sentence(whole[at[0]:at[1]])
		own, left, described := r.describe(own, left, whole[at[1]:])
		if left == whole[at[0]:at[1]] {
			continue
		}
		found = append(found, own...)
		b.WriteString(text[done:at[0]] + left)
		done = at[1] + described
	}
	return found, b.String() + text[done:]
}

// maxDescription is the most sentences that describe the driver of a supposition.
const maxDescription = 4

// describe reads a sentence together with the next sentences: "What if I add my brother? He is Tom
// Reyes, born 4/5/1990 ..." used is the length of the next sentences that belong to the question.
// Staff get an incomplete description with the question, because "his name is Tom" must not rename
// a quoted driver.
func (r Reader) describe(found []Question, left, after string) (all []Question, rest string,
	used int) {
	asked, most, isFound := left, 0, len(found) > 0
	if isFound {
		asked = found[len(found)-1].Words
	}
	if isFound && found[len(found)-1].Kind != Other || !isFound && !isAsked(left) {
		return found, left, 0
	}
	for _, at := range sentence.FindAllStringIndex(after, maxDescription) {
		said := r.supposed(asked+after[:at[1]], plain(asked))
		switch stated := newDriver(said); {
		case stated > most:
			if used, most = at[1], stated; !isFound {
				found, left, isFound = append(found, Question{}), "", true
			}
			found[len(found)-1] = said[0]
		case isFound && most == 0 && has(plain(after[at[0]:at[1]]), "describes"):
			found[len(found)-1].Words, used = asked+after[:at[1]], at[1]
		}
	}
	return found, left, used
}

var sentence = lazyregexp.MustCompile(`(?:\d{1,2}\. )?[^.!?;\n]+(?:\.\d[^.!?;\n]*)*[.!?]*`)

// wrapColumn is the shortest line that a mail program breaks.
const wrapColumn = 50

// unwrapped joins the lines of a paragraph and splits a list within a line, without a change of
// length.
func unwrapped(text string) string {
	b, begin := []byte(text), 0
	for i, c := range b {
		if c != '\n' {
			continue
		}
		if next := text[i+1:]; i-begin >= wrapColumn && !listStart.MatchString(next) {
			b[i] = ' '
		}
		begin = i + 1
	}
	if items := itemInLine.FindAllIndex(b, -1); len(items) > 1 {
		for _, at := range items {
			b[at[0]] = '\n'
		}
	}
	return string(b)
}

// itemInLine matches the beginning of an entry of a list within a line.
var itemInLine = lazyregexp.MustCompile(` \d\) `)

// listStart matches the beginning of a line that continues no paragraph.
var listStart = lazyregexp.MustCompile(`^(?:$|\r?\n|>|[-*•] |\d{1,2}[.)] )`)

// sentence reads the clauses of a sentence, and returns the rest of the sentence.
func (r Reader) sentence(said string) (found []Question, left string) {
	asked := isAsked(said)
	for _, c := range clauses(said) {
		own := r.clause(c.words, asked && c.end != ".\n")
		supposed := len(found) > 0 && found[len(found)-1].Kind == WhatIf
		switch {
		case len(own) > 0:
			found = append(found, own...)
		case supposed && has(plain(c.words), "price again"):
		default:
			left += c.words + c.end
		}
	}
	return found, left
}

func isAsked(sentence string) bool { return strings.HasSuffix(strings.TrimSpace(sentence), "?") }

// clause is a part of a sentence. An inner clause has an end of its own, and a question may need
// the statement before for context.
type clause struct{ words, end, context string }

// longest bounds, in bytes, the sentences that clauses splits. For each part of a sentence, clauses
// reads the whole sentence.
const longest = 1000

// clauses splits a sentence between questions, and between a question and a request: "drop rental,
// and can I pay monthly?" A condition stays with its question. An order in a supposition needs a
// "please": "what if I keep rental and drop towing?" asks for nothing. A sentence over longest
// stays whole.
func clauses(said string) (all []clause) {
	if len(said) > longest {
		return []clause{{words: said}}
	}
	begin, context := 0, ""
	for _, at := range parts.FindAllStringIndex(said, -1) {
		if at[0] < begin {
			continue
		}
		before, next, end := said[begin:at[0]], said[at[1]:], ".\n"
		inQuestion := opens(withoutLeadIn(before))
		if inQuestion {
			end = "?\n"
		}
		isPolite := func() bool { return polite.MatchString(said[at[0]:]) }
		if opens(next) && (inQuestion || isOrder(before) || isAsked(said) && isWish(before)) ||
			inQuestion && isOrder(next) && (!isSupposed(before) || isPolite()) {
			all, context = append(all, clause{before, end, context}), ""
			if !inQuestion && !isOrder(before) {
				context = said[begin:]
			}
			begin = at[1]
		}
	}
	return append(all, clause{said[begin:], "", context})
}

// longestLeadIn is the number of characters of the longest words that lead in a question.
const longestLeadIn = 40

// withoutLeadIn removes words such as "My question: " from the beginning of a part.
func withoutLeadIn(part string) string {
	before, rest, found := strings.Cut(part, ": ")
	if !found || strings.ContainsAny(before, ":?") ||
		utf8.RuneCountInString(before) > longestLeadIn {
		return part
	}
	return rest
}

// isWish reports whether a clause may ask for a change: "I'd like rental off", "the Pilot now has
// 12,000 miles".
func isWish(words string) bool {
	return (isAsking(folded(words)) || strings.ContainsAny(words, "0123456789")) &&
		!has(plain(words), "condition") && !signals.AcceptsQuote(words)
}

// isSupposed reports whether a clause has a supposition.
func isSupposed(words string) bool {
	return has(plain(words), "what if") || has(plain(words), "supposes")
}

var (
	polite = lazyregexp.MustCompile(`(?i)\b(?:please|pls|plz|por favor)\b`)
	opener = lazyregexp.MustCompile(`^[\s¿]*(?:\d{1,2}[.)] (?:the )?(?:price|cost|precio)\b|` +
		`(?:\d{1,2}[.)] )?(?:(?:so|and|also|ok|okay|hi|thanks|y|please),? )*` +
		`(?:what|what's|whats|how|who|who's|which|when|where|why|until|is|are|am|does|do|did|can|` +
		`could|will (?:i|you|we|it|he|she|they|the|this|that|my|our|your)|would|` +
		`(?:tell|show|remind) (?:me|us)|let (?:me|us) know|` +
		`qué|cu[áa]nto|cu[áa]l|cuándo|cómo|quién|hay|puedo|es|está|hasta cu[áa]ndo)` +
		`(?:$|[^\pL']))`)
)

// opens reports whether words begin like a question.
func opens(words string) bool { return opener.MatchString(plain(words)) }
