package extract

import "strings"

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

// leadOf returns how the sentence begins, and where what staff want to know does; "" where
// it is not said to be asked.
func (d *document) leadOf(c, s span) (string, int) {
	i := s.i
	switch {
	case d.is(c.j-1, "if", "whether"):
		return "Please tell us whether ", i
	case !d.is(c.i, "ask", "inquire", "find", "request") && !d.is(c.j-1, "ask", "question", "know"):
		return "", i // "add a nicer greeting"
	case d.is(i, "the") && d.is(i+1, "customer", "client", "applicant", "insured"):
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
		return "Please tell us ", i + 1
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
	"them": "", "customer": "", "client": "", "applicant": "", "insured": "", "i": "", "we": "", "our": "", "you": "", "your": "",
}

// plural are verbs of "she" as "you" has them; others stay as they are.
var plural = map[string]string{
	"is": "are", "was": "were", "has": "have", "does": "do", "isn't": "aren't", "wasn't": "weren't", "hasn't": "haven't", "doesn't": "don't",
	"can": "can", "could": "could", "will": "will", "would": "would", "had": "had", "did": "did", "should": "should",
}

// toCustomer says s to the customer whom it speaks of; false where it can't be told who a
// word means, or how a verb goes with "you".
func (d *document) toCustomer(s span) (string, bool) {
	var b strings.Builder
	for i := s.i; i < s.j; i++ {
		word := d.raw(span{i, i + 1})
		you, third := ofYou[d.at(i)]
		switch {
		case third && (you == "" || d.is(i, "her") && (i+1 >= s.j || d.kind(i+1) == mark)):
			return "", false
		case third:
			word = you
		case d.is(i-1, "she", "he") && i > s.i:
			if word = plural[d.at(i)]; word == "" {
				return "", false
			}
		}
		if i > s.i && d.gap(i) {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String(), true
}
