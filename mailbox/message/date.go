package message

import (
	"errors"
	"net/mail"
	"strings"
	"time"

	"ppamaild/lazy"
)

// obsoleteZones are the zones of RFC 5322 §4.3. Package time reads all of them as UTC, except
// the local one.
var obsoleteZones = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
		"UT": "+0000", "GMT": "+0000", "UTC": "+0000", "Z": "+0000",
		"EST": "-0500", "EDT": "-0400", "CST": "-0600", "CDT": "-0500",
		"MST": "-0700", "MDT": "-0600", "PST": "-0800", "PDT": "-0700",
	}
}}

// dateLayouts are further layouts that occur in mail.
var dateLayouts = []string{
	time.RFC3339,
	"Jan 2 15:04:05 2006 -0700",
	"Jan 2 15:04:05 2006",
	"2 Jan 2006 15:04:05",
	"2 Jan 2006 15.04.05 -0700",
	"2 January 2006 15:04:05 -0700",
	"January 2, 2006, 3:04:05 PM -0700",
	"2006-01-02 15:04:05 -0700",
}

var errDate = errors.New("the date is in no known form")

// parseDate reads a Date field. An unknown zone counts as UTC (RFC 5322 §4.3: -0000).
func parseDate(value string) (time.Time, error) {
	if len(value) > 200 {
		return time.Time{}, errDate
	}
	if comment := strings.IndexByte(value, '('); comment > 0 {
		value = value[:comment]
	}
	words := strings.Fields(value)
	if len(words) > 1 && !strings.ContainsAny(words[0], "0123456789") {
		words = words[1:] // the day of the week, in any language
	}
	if len(words) == 0 {
		return time.Time{}, errDate
	}
	last := &words[len(words)-1]
	if offset, ok := obsoleteZones.Get()[strings.ToUpper(*last)]; ok {
		*last = offset
	}
	value = strings.Join(words, " ")
	if date, err := mail.ParseDate(value); err == nil {
		return date, nil
	}
	for _, layout := range dateLayouts {
		if date, err := time.Parse(layout, value); err == nil {
			return date, nil
		}
	}
	return time.Time{}, errDate
}

// Limits for the difference between Date and arrival. A correct clock is at most a day ahead,
// and not years behind, as after a dead battery. A message that was moved to another server may
// have arrived there long after its Date.
const (
	maxAhead  = 24 * time.Hour
	maxBehind = 366 * 24 * time.Hour
)

// Written returns when a message was written: its Date, or its arrival if the Date is missing
// or impossible. If arrived is zero, the newest Received field gives the arrival. Without one,
// the Date counts, and a message without a Date was written now.
func (m *Message) Written(arrived time.Time) time.Time {
	if arrived.IsZero() {
		arrived = m.received()
	}
	off := arrived.Sub(m.Date)
	switch {
	case !arrived.IsZero() && (m.Date.IsZero() || off < -maxAhead || off > maxBehind):
		return arrived.In(m.Date.Location())
	case m.Date.IsZero():
		return time.Now()
	}
	return m.Date
}

// received returns when the last server on the way received the message (RFC 5321 §4.4), or
// zero.
func (m *Message) received() time.Time {
	field := m.Header.Get("Received")
	date, _ := parseDate(strings.TrimSpace(field[strings.LastIndexByte(field, ';')+1:]))
	return date
}
