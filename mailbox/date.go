package mailbox

import (
	"errors"
	"net/mail"
	"strings"
	"time"
)

// obsoleteZones are those of RFC 5322 §4.3; package time would take all but the
// local one for UTC.
var obsoleteZones = map[string]string{
	"UT": "+0000", "GMT": "+0000", "UTC": "+0000", "Z": "+0000",
	"EST": "-0500", "EDT": "-0400", "CST": "-0600", "CDT": "-0500",
	"MST": "-0700", "MDT": "-0600", "PST": "-0800", "PDT": "-0700",
}

// dateLayouts are met in mail besides RFC 5322's own.
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

// parseDate reads a Date field. A zone that is not known counts as UTC
// (RFC 5322 §4.3: -0000).
func parseDate(value string) (time.Time, error) {
	if len(value) > 200 {
		return time.Time{}, errDate
	}
	if comment := strings.IndexByte(value, '('); comment > 0 {
		value = value[:comment]
	}
	words := strings.Fields(value)
	if len(words) > 1 && !strings.ContainsAny(words[0], "0123456789") {
		words = words[1:] // the day of the week, in whatever language
	}
	if len(words) == 0 {
		return time.Time{}, errDate
	}
	last := &words[len(words)-1]
	if offset, ok := obsoleteZones[strings.ToUpper(*last)]; ok {
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
