// Package prose checks the English of comments, documents, templates and messages
// against the project's rules: words to avoid, length of sentences, share of pronouns.
//
// Quoted text (in double quotes or backquotes), code blocks and links are not
// checked, because they repeat what other people or programs wrote.
package prose

import (
	"regexp"
	"slices"
	"strings"
)

// Passage is connected text and the place where it begins.
type Passage struct {
	File string
	Line int // 1-based
	Text string
}

// Finding is a violation of one rule.
type Finding struct {
	File string
	Line int
	Rule string // "banned" or "long"
	Text string // the words found, or the beginning of the sentence
}

// Tally adds up the words and violations of passages.
type Tally struct {
	Words, Sentences, Pronouns, Banned, Long int
}

// Counts are violations. Each is 0 where the rules are kept.
type Counts struct {
	Banned   int `json:"banned"`   // words and turns of phrase
	Long     int `json:"long"`     // sentences of LongSentence words or more
	Pronouns int `json:"pronouns"` // pronouns above the allowed share of words
	Average  int `json:"average"`  // words above the allowed average of a sentence, in all
}

// Add adds the counts of other.
func (t *Tally) Add(other Tally) {
	t.Words += other.Words
	t.Sentences += other.Sentences
	t.Pronouns += other.Pronouns
	t.Banned += other.Banned
	t.Long += other.Long
}

// Counts returns the violations of a tally.
func (t Tally) Counts() Counts {
	return Counts{
		Banned:   t.Banned,
		Long:     t.Long,
		Pronouns: max(0, t.Pronouns-t.Words*pronounsPerThousand/1000),
		Average:  max(0, t.Words-t.Sentences*meanSentence),
	}
}

var (
	word     = regexp.MustCompile(`[\pL\pN][\pL\pN'’_./-]*`)
	quoted   = regexp.MustCompile("“[^”]*”|\"[^\"\n]*\"|`[^`\n]*`")
	linkTo   = regexp.MustCompile(`\]\([^)]*\)|https?://\S+`)
	sentence = regexp.MustCompile(`[.!?:;]["')”\]]*(\s+|$)|\n\s*\n|\n\s*[-*|#]\s?|\s\|\s?|\s·\s|\d+\. `)
)

// Above returns how far each count of c is above its limit, or 0.
func (c Counts) Above(limit Counts) Counts {
	return Counts{
		Banned:   max(0, c.Banned-limit.Banned),
		Long:     max(0, c.Long-limit.Long),
		Pronouns: max(0, c.Pronouns-limit.Pronouns),
		Average:  max(0, c.Average-limit.Average),
	}
}

// quote replaces quoted text, and counts in no sentence.
const quote = "x"

// Check applies the rules to a passage.
func Check(p Passage) (Tally, []Finding) {
	var t Tally
	var found []Finding
	blank := func(s string) string { return quote + strings.Repeat("\n", strings.Count(s, "\n")) }
	text := quoted.ReplaceAllStringFunc(linkTo.ReplaceAllStringFunc(p.Text, blank), blank)
	at := func(offset int) int { return p.Line + strings.Count(text[:offset], "\n") }
	t.Words = len(word.FindAllString(text, -1))
	t.Pronouns = len(pronoun.FindAllString(text, -1))
	for _, rule := range patterns {
		var fine [][]int
		if rule.allowed != nil {
			fine = rule.allowed.FindAllStringIndex(text, -1)
		}
		for _, hit := range rule.banned.FindAllStringIndex(text, -1) {
			if !within(hit, fine) {
				t.Banned++
				found = append(found, Finding{p.File, at(hit[0]), "banned", text[hit[0]:hit[1]]})
			}
		}
	}
	start := 0
	for _, end := range append(sentence.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		words := slices.DeleteFunc(word.FindAllStringIndex(text[start:end[0]], -1), func(w []int) bool {
			return text[start+w[0]:start+w[1]] == quote
		})
		if n := len(words); n > 0 {
			t.Sentences++
			if n >= LongSentence {
				t.Long++
				opening := strings.Join(strings.Fields(text[start+words[0][0]:start+words[7][1]]), " ")
				found = append(found, Finding{p.File, at(start + words[0][0]), "long", opening + " …"})
			}
		}
		start = end[1]
	}
	return t, found
}

func within(hit []int, spans [][]int) bool {
	for _, s := range spans {
		if s[0] <= hit[0] && hit[1] <= s[1] {
			return true
		}
	}
	return false
}
