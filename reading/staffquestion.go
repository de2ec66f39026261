package reading

import (
	"strings"

	"ppamaild/lazyregexp"
)

// questionOf puts what staff want asked, where no field says it, to the customer: "ask
// whether they own their home" is "Please tell us whether you own your home." It is false
// for what would not be a proper sentence. The cue of asking is at c, and s is behind it.
func (d *document) questionOf(c, s span) (string, bool) {
	lead, i := d.leadOf(c, s)
	if lead == "" || i >= s.j {
		return "", false
	}
	said, ok := d.toCustomer(span{i, s.j})
	return lead + said + ".", ok
}

// leadOf returns the first words of the sentence, or "", and where the question begins.
func (d *document) leadOf(c, s span) (string, int) {
	i := s.i
	switch {
	case d.is(c.j-1, "if", "whether"):
		return "Please tell us whether ", i
	case d.is(i, "too") && d.is(i+1, "if", "whether"): // "ask too if"
		i++
	case !d.is(c.i, "ask", "inquire", "find", "request") && !d.is(c.j-1, "ask", "question", "know"):
		return "", i // "add a nicer greeting"
	case d.isTheCustomer(i):
		i += 2
	case d.is(i, "him", "her", "them") && (d.is(i+1, "if", "whether", "about", "for", "to") || asking[d.at(i+1)]):
		i++
	}
	switch {
	case d.is(i, "if", "whether"):
		return "Please tell us whether ", i + 1
	case d.is(i, "about"):
		return "Please tell us about ", i + 1
	case d.is(i, "to"):
		return "Please ", i + 1
	case d.is(i, "for"):
		return "Please give us ", i + 1
	case asking[d.at(i)], d.is(i, "the", "his", "her", "their"):
		return "Please tell us ", i
	}
	return "", i
}

// asking are the words that a question in other words begins with.
var asking = wordSet("where when who whose how what which why")

// ofYou are the words for the customer as they are written to.
var ofYou = map[string]string{
	"they": "you", "she": "you", "he": "you", "their": "your", "theirs": "yours", "her": "your", "his": "your", "hers": "yours", "him": "you",
	"they're": "you are", "she's": "", "he's": "", "they've": "you have", "themselves": "yourself", "herself": "yourself", "himself": "yourself",
	"them": "", "customer": "", "client": "", "applicant": "", "insured": "", "customer's": "", "client's": "", "applicant's": "", "insured's": "", "i": "", "we": "", "our": "", "you": "", "your": "",
}

// isTheCustomer reads "the customer".
func (d *document) isTheCustomer(i int) bool {
	return d.is(i, "the") && d.is(i+1, "customer", "client", "applicant", "insured")
}

// plural are verbs of "she" as "you" has them, where that is not told by their end.
var plural = map[string]string{
	"is": "are", "was": "were", "has": "have", "does": "do", "isn't": "aren't", "wasn't": "weren't", "hasn't": "haven't", "doesn't": "don't", "goes": "go",
}

// beside are words that may stand between "she" and her verb.
var beside = wordSet("also always already still currently ever never now usually mostly often sometimes really actually normally regularly both either just only")

// withYou is a verb of "she" as "you" has it: "wants" is "want", "carries" is "carry", and
// "moved", "would" and "bought" are themselves.
func withYou(verb string) string {
	norm := strings.ToLower(verb)
	if other := plural[norm]; other != "" {
		return other
	}
	switch {
	case !strings.HasSuffix(norm, "s") || strings.HasSuffix(norm, "ss") || strings.HasSuffix(norm, "us"):
		return verb
	case strings.HasSuffix(norm, "ies") && len(norm) > 4: // "ties"
		return verb[:len(verb)-3] + "y"
	case hissing.MatchString(norm):
		return verb[:len(verb)-2]
	}
	return verb[:len(verb)-1]
}

// hissing verbs take "es".
var hissing = lazyregexp.MustCompile(`(?:ss|sh|ch|x|zz|o)es$`)

// toCustomer says s to the customer whom it speaks of; false where it can't be told who a
// word means.
func (d *document) toCustomer(s span) (string, bool) {
	var b strings.Builder
	third := false // the verb of "she" is yet to come
	for i := s.i; i < s.j; i++ {
		if i > s.i && d.gap(i) {
			b.WriteByte(' ')
		}
		if d.isTheCustomer(i) {
			b.WriteString("you")
			i, third = i+1, true
			continue
		}
		word, ok := d.raw(span{i, i + 1}), true
		switch you, is := ofYou[d.at(i)]; {
		case is:
			word, ok = you, you != "" && !(d.is(i, "her") && (i+1 >= s.j || d.kind(i+1) == mark))
			third = third || d.is(i, "she", "he")
		case third && !beside[d.at(i)]:
			word, third = withYou(word), false
		}
		if !ok {
			return "", false
		}
		b.WriteString(word)
	}
	return b.String(), true
}
