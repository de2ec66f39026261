package subject_test

import (
	"reflect"
	"testing"
	"time"
)

// A future time is not searched a year ago, and a span never ends before it begins.
func TestSpansWithoutAYear(t *testing.T) {
	r, at := reader(t) // on November 21, 2026
	for text, want := range map[string][]string{
		"policies that renew between December 1 and January 31": nil,
		"renewals from December to February":                    nil,
		"renewals during December":                              nil,
		"policies starting December 1":                          nil,
		"what expires after December 5":                         nil,
		"from October 1 to December 31":                         {"2026-10-01", "2027-01-01"},
		"between November 3, 2026 and January 15":               {"2026-11-03", "2027-01-16"},
		"mails from May to March":                               {"2025-05-01", "2026-04-01"},
		"mails from May to October":                             {"2026-05-01", "2026-11-01"},
		"mails since December":                                  {"2025-12-01", ""},
		"between May 2026 and March 2026":                       nil,
	} {
		got := r.Read(text, at)
		if !reflect.DeepEqual(got.Spans, spans(t, want...)) {
			t.Errorf("%q: %s", text, got.Spans)
		}
		if (len(got.Untimed) > 0) != (want == nil) {
			t.Errorf("%q: not limited by %q", text, got.Untimed)
		}
	}
	sunday := time.Date(2026, 11, 22, 16, 0, 0, 0, pacific(t))
	if got := r.Read("mails of last week", sunday).Spans; !reflect.DeepEqual(got, spans(t, "2026-11-15", "2026-11-22")) {
		t.Errorf("on a Sunday: %s", got)
	}
}
