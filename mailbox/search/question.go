package search

import (
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"

	"ppamaild/lazy"
)

// question is a request to a server: messages of a time that contain all terms of one list and
// any term of another.
type question struct {
	since, before time.Time
	all, any      []term
}

// matches reports whether a message matches the question. It ignores the time.
func (q question) matches(d *document) bool {
	if slices.ContainsFunc(q.all, func(t term) bool { return !t.matches(d) }) {
		return false
	}
	return len(q.any) == 0 || slices.ContainsFunc(q.any, func(t term) bool { return t.matches(d) })
}

func (q question) inTime(t time.Time) bool {
	return !t.Before(q.since) && (q.before.IsZero() || t.Before(q.before))
}

// The forms of a question, from the most exact to the most general. If a server refuses a form,
// the next form follows. Excess matches are filtered here.
var forms = [...]func(question) question{
	func(q question) question { return q },
	question.ascii,
	func(q question) question { return question{since: q.since, before: q.before} },
	func(question) question { return question{} },
}

// ascii omits the words that need a CHARSET (RFC 9051 §6.4.4).
func (q question) ascii() question {
	return question{q.since, q.before, asciiTerms(q.all), asciiTerms(q.any)}
}

func asciiTerms(list []term) []term {
	list = slices.Clone(list)
	for i, t := range list {
		list[i].keys = slices.DeleteFunc(slices.Clone(t.keys), func(k key) bool { return !k.ascii() })
	}
	return list
}

// maxCommand is the maximum length of a command in bytes. RFC 2683 §3.2.1.5 tells clients to
// stay below about a thousand.
const maxCommand = 900

// criteria returns searches that together answer the question, because a command may be too
// short for all alternatives.
func (q question) criteria() []*imap.SearchCriteria {
	base, length := q.base()
	if slices.ContainsFunc(q.any, func(t term) bool { return len(t.keys) == 0 }) || len(q.any) == 0 {
		return []*imap.SearchCriteria{&base}
	}
	var searches []*imap.SearchCriteria
	var group []imap.SearchCriteria
	room := maxCommand - length
	for _, t := range q.any {
		one, n := t.criteria()
		if n > room && len(group) > 0 {
			searches = append(searches, withAnyOf(base, group))
			group, room = nil, maxCommand-length
		}
		group, room = append(group, one), room-n
	}
	return append(searches, withAnyOf(base, group))
}

// base returns the conditions for every message: the time, and the words that fit half a
// command.
func (q question) base() (imap.SearchCriteria, int) {
	c, length := q.time()
	for _, t := range q.all {
		one, n := t.criteria()
		if length+n > maxCommand/2 {
			break
		}
		c.And(&one)
		length += n
	}
	return c, length
}

// A Date field has a zone, which SENTSINCE and SENTBEFORE ignore, like the time of day (RFC
// 9051 §6.4.4).
const zoneMargin = 24 * time.Hour

// beforeMail is earlier than any message. A message sent before then has no readable Date.
var beforeMail = lazy.Value[time.Time]{New: func() time.Time {
	return time.Date(1970, 2, 1, 0, 0, 0, 0, time.UTC)
}}

// time searches by the Date field, and by arrival for messages without one.
func (q question) time() (imap.SearchCriteria, int) {
	if q.since.IsZero() && q.before.IsZero() {
		return imap.SearchCriteria{}, 0
	}
	sent := imap.SearchCriteria{}
	undated := imap.SearchCriteria{Not: []imap.SearchCriteria{{SentSince: beforeMail.Get()}}}
	if !q.since.IsZero() {
		sent.SentSince = q.since.UTC().Add(-zoneMargin)
		undated.Since = sent.SentSince
	}
	if !q.before.IsZero() {
		sent.SentBefore = q.before.UTC().Add(2 * zoneMargin) // include the whole day
		undated.Before = sent.SentBefore
	}
	const length = 150
	return imap.SearchCriteria{Or: [][2]imap.SearchCriteria{{sent, undated}}}, length
}

// criteria returns the condition of a term and its approximate length in bytes. A word with
// accents has both spellings.
func (t term) criteria() (c imap.SearchCriteria, length int) {
	const frame = 16 // of a key, with its share of OR and parentheses
	for _, k := range t.keys {
		length += frame + len(k.given)
		if k.given == k.plain || k.ascii() {
			c.Text = append(c.Text, k.given)
			continue
		}
		length += frame + len(k.plain)
		c.Or = append(c.Or, [2]imap.SearchCriteria{{Text: []string{k.given}}, {Text: []string{k.plain}}})
	}
	return c, length
}

// withAnyOf returns base with any one of several.
func withAnyOf(base imap.SearchCriteria, several []imap.SearchCriteria) *imap.SearchCriteria {
	any := anyOf(several)
	any.And(&base)
	return &any
}

// anyOf returns a tree of OR with minimal depth, because servers limit the depth.
func anyOf(several []imap.SearchCriteria) imap.SearchCriteria {
	if len(several) == 1 {
		return several[0]
	}
	half := len(several) / 2
	return imap.SearchCriteria{Or: [][2]imap.SearchCriteria{{anyOf(several[:half]), anyOf(several[half:])}}}
}
