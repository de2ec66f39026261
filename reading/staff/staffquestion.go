package staff

import (
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// questionOf turns the words of staff for a question without a field into a sentence to the customer:
// "ask whether they own their home" becomes "Please tell us whether you own your home." questionOf
// returns false if the result is no proper sentence. c is the cue for a question, s the words behind.
func questionOf(d *find.Text, c, s text.Span) (string, bool) {
	lead, i := leadOf(d, c, s)
	if lead == "" || i >= s.J {
		return "", false
	}
	said, ok := toCustomer(d, text.Between(i, s.J))
	return lead + said + ".", ok
}

// leadOf returns the first words of the sentence, or "", and the first token of the question.
func leadOf(d *find.Text, c, s text.Span) (string, int) {
	i := s.I
	switch {
	case d.Is(c.J-1, "if", "whether"):
		return "Please tell us whether ", i
	case d.Is(i, "too") && d.Is(i+1, "if", "whether"): // "ask too if"
		i++
	case !d.Is(c.I, "ask", "inquire", "find", "request") && !d.Is(c.J-1, "ask", "question", "know"):
		return "", i // "add a nicer greeting"
	case isTheCustomer(d, i):
		i += 2
	case d.Is(i, "him", "her", "them") && (d.Is(i+1, "if", "whether", "about", "for", "to") || asking.Has(d.At(i+1))):
		i++
	}
	switch {
	case d.Is(i, "if", "whether"):
		return "Please tell us whether ", i + 1
	case d.Is(i, "about"):
		return "Please tell us about ", i + 1
	case d.Is(i, "to"):
		return "Please ", i + 1
	case d.Is(i, "for"):
		return "Please give us ", i + 1
	case asking.Has(d.At(i)), d.Is(i, "the", "his", "her", "their"):
		return "Please tell us ", i
	}
	return "", i
}

// asking are the first words of an indirect question.
var asking = lazy.Set("where when who whose how what which why")

// ofYou maps words about the customer to words that address the customer.
var ofYou = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{"they": "you", "she": "you", "he": "you", "their": "your", "theirs": "yours", "her": "your", "his": "your", "hers": "yours", "him": "you",
		"they're": "you are", "she's": "", "he's": "", "they've": "you have", "themselves": "yourself", "herself": "yourself", "himself": "yourself",
		"them": "", "customer": "", "client": "", "applicant": "", "insured": "", "customer's": "", "client's": "", "applicant's": "", "insured's": "", "i": "", "we": "", "our": "", "you": "", "your": ""}
}}

func isTheCustomer(d *find.Text, i int) bool {
	return d.Is(i, "the") && d.Is(i+1, "customer", "client", "applicant", "insured")
}

// adverbs may be between "she" and the verb.
var adverbs = lazy.Set("also always already still currently ever never now usually mostly often sometimes really actually normally regularly both either just only")

// withYou turns a verb of "she" into the verb of "you": "wants" becomes "want", "carries" becomes
// "carry", and "moved", "would" and "bought" do not change.
func withYou(verb string) string {
	norm := strings.ToLower(verb)
	if other := find.Table("verbs of they")[norm]; other != "" {
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

var hissing = lazyregexp.MustCompile(`(?:ss|sh|ch|x|zz|o)es$`)

// toCustomer makes words about the customer address the customer; false if a word is ambiguous.
func toCustomer(d *find.Text, s text.Span) (string, bool) {
	var b strings.Builder
	third := false // the verb of "she" is yet to come
	for i := s.I; i < s.J; i++ {
		if i > s.I && d.Gap(i) {
			b.WriteByte(' ')
		}
		if isTheCustomer(d, i) {
			b.WriteString("you")
			i, third = i+1, true
			continue
		}
		word, ok := d.Raw(text.Between(i, i+1)), true
		switch you, is := ofYou.Get()[d.At(i)]; {
		case is:
			word, ok = you, you != "" && !(d.Is(i, "her") && (i+1 >= s.J || d.Kind(i+1) == text.Mark))
			third = third || d.Is(i, "she", "he")
		case third && !adverbs.Has(d.At(i)):
			word, third = withYou(word), false
		}
		if !ok {
			return "", false
		}
		b.WriteString(word)
	}
	return b.String(), true
}
