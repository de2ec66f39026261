package planner

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/staff"
)

// dropsQuestion matches an order to drop a question, and the words for the question.
var dropsQuestion = lazyregexp.MustCompile(`(?i)^\s*(?:please )?(?:drop|skip|remove|delete|omit|` +
	`leave out|don['’]?t ask|do not ask|no need to ask)\b(.*)$`)

// rangeOfQuestions matches "1-3" and "1 to 3", which go to a person.
var rangeOfQuestions = lazyregexp.MustCompile(`\d\s*(?:[-–]|to|through)\s*\d`)

// aroundQuestion are words of every question.
var aroundQuestion = lazy.Set("a about and any for her his the number on please question " +
	"questions that their this to")

// requestsIn reads the requests in words of staff. Staff may also name a question of the rejected
// draft by its place or by its words.
func requestsIn(s *agent.State, f agent.Feedback, said string,
	known quote.Application) []staff.Request {
	requests := staff.ReasonOf(said, known)
	m := dropsQuestion.FindStringSubmatch(said)
	if requests != nil || m == nil || f.Stage != agent.StageInfoRequest ||
		rangeOfQuestions.MatchString(m[1]) {
		return requests
	}
	all := wordsOf(m[1])
	isNumbered := slices.ContainsFunc(all,
		func(word string) bool { return word == "question" || word == "questions" })
	words := slices.DeleteFunc(all, aroundQuestion.Has)
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if nth, is := find.Ordinals.Get()[word]; is {
			n, err = nth, nil
		}
		switch {
		case isNumbered && err == nil:
		case isNumbered || strings.Contains(m[0], "ask"):
			return dropInWords(s, words)
		default:
			return nil
		}
		requests = append(requests, staff.Request{Kind: "drop", Value: strconv.Itoa(n)})
	}
	return requests
}

// dropInWords drops the only question that has all the words. A single word, such as "how", is
// enough only in words of a customer or of staff.
func dropInWords(s *agent.State, words []string) (requests []staff.Request) {
	fixed := len(s.Inquiry().Group(s.AgentScratchpad.Ask.Fields))
	for i, text := range draftedQuestions(s) {
		has := wordsOf(text)
		lacks := func(word string) bool { return !slices.Contains(has, word) }
		if slices.ContainsFunc(words, lacks) {
			continue
		}
		if requests != nil || len(words) == 1 && i < fixed {
			return nil
		}
		requests = append(requests, staff.Request{Kind: "drop", Value: strconv.Itoa(i + 1)})
	}
	return requests
}

// wordsOf returns the words of a text in lower case.
func wordsOf(text string) []string {
	isMark := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
	return strings.FieldsFunc(strings.ToLower(text), isMark)
}

// draftedQuestions returns the questions of the rejected draft, in the order of the mail. The words
// of the customer stand for the question about people at home.
func draftedQuestions(s *agent.State) (texts []string) {
	ask, in := s.AgentScratchpad.Ask, s.Inquiry()
	for _, path := range in.Group(ask.Fields) {
		texts = append(texts, in.Question(path, ask.Check, letters.English()).Text)
	}
	if len(ask.Residents) > 0 {
		texts = append(texts, strings.Join(ask.Residents, " "))
	}
	return append(texts, ask.Also...)
}

// byNumber replaces the numbers of questions by the paths or the words of the questions.
func byNumber(s *agent.State, requests []staff.Request) []staff.Request {
	texts := draftedQuestions(s)
	for i, r := range requests {
		n, err := strconv.Atoi(r.Value)
		if err != nil {
			continue
		}
		requests[i].Paths = s.Inquiry().QuestionPaths(s.AgentScratchpad.Ask.Fields, n)
		if len(requests[i].Paths) == 0 && 0 < n && n <= len(texts) {
			requests[i].Words = texts[n-1]
		}
	}
	return requests
}
