package subject_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"ppamaild/agent/task/subject"
	"ppamaild/sandbox/mutation"
)

func pacific(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func reader(t *testing.T) (subject.Reader, time.Time) {
	zone := pacific(t)
	return subject.Reader{Location: zone, NotNames: []string{"crm", "accounts_payable", "Closing"}, Own: []string{"Lee Park", "Sunrise Insurance Agency"}}, time.Date(2026, 11, 21, 9, 0, 0, 0, zone)
}

func TestRead(t *testing.T) {
	tests := map[string]struct {
		text string
		want subject.Subjects
	}{
		"a family":               {"What do we know about the Hendersons: mails, unpaid invoices, CRM notes? Draft the renewal answer.", subject.Subjects{People: []string{"Henderson"}}},
		"a family by name":       {"Find everything on the Harris family.", subject.Subjects{People: []string{"Harris"}}},
		"a plural in es":         {"What about the Joneses?", subject.Subjects{People: []string{"Jones"}}},
		"a full name":            {"Please check Mary Henderson's policy.", subject.Subjects{People: []string{"Mary Henderson"}}},
		"at the beginning":       {"Mary Henderson called. She wants a copy.", subject.Subjects{People: []string{"Mary Henderson"}}},
		"a capital is no name":   {"Review everything. Summarize it. Thanks. Dinner was fine.", subject.Subjects{}},
		"a title":                {"Mr. Henderson and Mrs. Okafor wrote.", subject.Subjects{People: []string{"Henderson", "Okafor"}}},
		"a shared family name":   {"What did Grace and Walter Henderson ask for?", subject.Subjects{People: []string{"Grace Henderson", "Walter Henderson"}}},
		"a name that is a month": {"What did June Carter write in June 2025?", subject.Subjects{People: []string{"June Carter"}, Spans: spans(t, "2025-06-01", "2025-07-01")}},
		"accents and hyphens":    {"notes about José Núñez-O'Brien", subject.Subjects{People: []string{"José Núñez-O'Brien"}}},
		"particles":              {"mails from Anna van der Berg", subject.Subjects{People: []string{"Anna van der Berg"}}},
		"a wrapped line":         {"Could you find out what we have on the policies of Grace\nHenderson and send it?", subject.Subjects{People: []string{"Grace Henderson"}}},
		"names on lines":         {"Check these:\nGrace Henderson\nIfeoma Okafor\n", subject.Subjects{People: []string{"Grace Henderson", "Ifeoma Okafor"}}},
		"agents are nobody":      {"Ask Closing and Accounts Payable about it, then CRM.", subject.Subjects{}},
		"a car is nobody":        {"about the Honda Civic and Toyota", subject.Subjects{}},
		"a business":             {"What do we owe Clearview Auto Glass and Hawthorne Roofing?", subject.Subjects{Vendors: []string{"Clearview Auto Glass", "Hawthorne Roofing"}}},
		"who bills":              {"open invoices from Clearview", subject.Subjects{Vendors: []string{"Clearview"}}},
		"an address":             {"All mails of Grace.Henderson@Home.test!", subject.Subjects{Emails: []string{"grace.henderson@home.test"}}},
		"phone numbers":          {"Who called from (503) 555-0141 or +1 503 555 0142?", subject.Subjects{Phones: []string{"+15035550141", "+15035550142"}}},
		"a policy":               {"Is policy PA-204417 paid? And policy no. 5035550141?", subject.Subjects{Policies: []string{"PA-204417", "5035550141"}}},
		"invoices":               {"invoices CAG-7731 and HR-2026-118, invoice #99120", subject.Subjects{Invoices: []string{"CAG-7731", "HR-2026-118", "99120"}}},
		"numbers of either kind": {"What is UM-009331? Not the F-150, not VIN 1HGCM82633A004352.", subject.Subjects{Numbers: []string{"UM-009331"}, Excepted: []string{"Not the F-150", "not VIN 1HGCM82633A004352"}}},
		"quoted words":           {`mails that say "new roof" or “water damage”`, subject.Subjects{Words: []string{"new roof", "water damage"}}},
		"a thread":               {"what became of Q-7F3K2M?", subject.Subjects{Words: []string{"Q-7F3K2M"}}},
		"excepted":               {"mails of Grace Henderson, except those of 2024", subject.Subjects{People: []string{"Grace Henderson"}, Excepted: []string{"except those of 2024"}}},
		"our own people":         {"Find what Ola Henders wrote.\nThanks,\nLee Park\nSunrise Insurance Agency", subject.Subjects{People: []string{"Ola Henders"}}},
		"a street":               {"Mrs. Grace Henderson, 412 Alder Lane", subject.Subjects{People: []string{"Grace Henderson"}}},
		"a claim":                {"the status of claim 47110", subject.Subjects{Numbers: []string{"47110"}}},
		"nothing":                {"", subject.Subjects{}},
	}
	r, at := reader(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := r.Read(test.text, at); !reflect.DeepEqual(got, test.want) {
				t.Errorf("%q\n got %+v\nwant %+v", test.text, got, test.want)
			}
		})
	}
}

// spans builds spans of days; "" is an open end.
func spans(t *testing.T, days ...string) subject.Spans {
	t.Helper()
	var all subject.Spans
	for i := 0; i < len(days); i += 2 {
		var s subject.Span
		for j, end := range []*time.Time{&s.Since, &s.Until} {
			if days[i+j] == "" {
				continue
			}
			var err error
			if *end, err = time.ParseInLocation(time.DateOnly, days[i+j], pacific(t)); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, s)
	}
	return all
}

func TestReadTime(t *testing.T) {
	tests := map[string][]string{
		"mails of last year":      {"2025-01-01", "2026-01-01"},
		"mails since May 2025":    {"2025-05-01", ""},
		"since May":               {"2026-05-01", ""},
		"since December":          {"2025-12-01", ""},
		"since 3/14/2025":         {"2025-03-14", ""},
		"in 2024":                 {"2024-01-01", "2025-01-01"},
		"in 2023 and 2025":        {"2023-01-01", "2024-01-01", "2025-01-01", "2026-01-01"},
		"in 2024 and 2025":        {"2024-01-01", "2026-01-01"},
		"from 2024":               {"2024-01-01", "2025-01-01"},
		"from 2024 on":            {"2024-01-01", ""},
		"from May to August 2025": {"2025-05-01", "2025-09-01"},
		"between November 2024 and February 2025":  {"2024-11-01", "2025-03-01"},
		"from November to February 2025":           {"2024-11-01", "2025-03-01"},
		"before 2025":                              {"", "2025-01-01"},
		"until June 30, 2025":                      {"", "2025-07-01"},
		"after Sept 2025":                          {"2025-10-01", ""},
		"during Q3 2025":                           {"2025-07-01", "2025-10-01"},
		"last week":                                {"2026-11-09", "2026-11-16"},
		"this month":                               {"2026-11-01", ""},
		"in the last three months":                 {"2026-08-21", "2026-11-22"},
		"yesterday":                                {"2026-11-20", "2026-11-21"},
		"a report for October 2026, please":        {"2026-10-01", "2026-11-01"},
		"the books for Q3 2026":                    {"2026-07-01", "2026-10-01"},
		"a quote for 2021 Outbacks":                nil,
		"you may march on":                         nil,
		"since the storm in October":               nil,
		"draft the renewal that begins in 2027":    nil,
		"invoices over 2024 dollars":               nil,
		"the policy expires on 2027-01-15":         nil,
		"answer her by Friday, as she may call in": nil,
	}
	r, at := reader(t)
	for text, want := range tests {
		if got := r.Read(text, at).Spans; !reflect.DeepEqual(got, spans(t, want...)) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestHeed(t *testing.T) {
	tests := map[string]struct {
		task, feedback string
		want           string
		not            []string
	}{
		"adds time":             {"mails of Grace Henderson in 2026", "last year too", "Grace Henderson; 2025-01-01 to 2026-12-31", nil},
		"any time has it":       {"mails of Grace Henderson", "last year too", "Grace Henderson", nil},
		"adds a person":         {"mails of Grace Henderson", "also John Henderson", "Grace Henderson, John Henderson", nil},
		"takes time away":       {"invoices of Grace Henderson", "not the invoices of 2024", "Grace Henderson; until 2023-12-31 and from 2025-01-01 on", nil},
		"takes a person away":   {"mails of Grace Henderson and Walter Henderson", "Not Walter, please.", "Grace Henderson", nil},
		"only":                  {"mails of Grace Henderson and Ifeoma Okafor in 2025", "only Ifeoma Okafor", "Ifeoma Okafor; in 2025", nil},
		"only a time":           {"mails of Grace Henderson", "Just 2025 and last month please", "Grace Henderson; in 2025 and 2026-10-01 to 2026-10-31", nil},
		"only one year":         {"mails of Grace Henderson", "only in 2025", "Grace Henderson; in 2025", nil},
		"one of each":           {"mails of Grace Henderson", "Also CAG-7731, but not 2024. Be nicer to her!", "Grace Henderson, CAG-7731; until 2023-12-31 and from 2025-01-01 on", []string{"Be nicer to her"}},
		"instead":               {"mails of Grace Henderson", "look for Ola Henders, not Grace Henderson", "Ola Henders", nil},
		"nobody would be left":  {"mails of Grace Henderson", "not Grace Henderson", "Grace Henderson", []string{"not Grace Henderson"}},
		"no time would be left": {"mails of Grace Henderson in 2024", "without 2024", "Grace Henderson; in 2024", []string{"without 2024"}},
		"nothing in it":         {"mails of Grace Henderson", "look better", "Grace Henderson", []string{"look better"}},
	}
	r, at := reader(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, not := r.ApplyFeedback(r.Read(test.task, at), test.feedback, at)
			if got.String() != test.want || !reflect.DeepEqual(not, test.not) {
				t.Errorf("%q, then %q: %s, not heeded %q", test.task, test.feedback, got, not)
			}
		})
	}
}

// Subtracted spans are gone, and nothing else is lost.
func FuzzRead(f *testing.F) {
	f.Add("What about the Hendersons since May 2025, invoice CAG-7731, (503) 555-0141?", "not 2024, only \"x y\"")
	f.Fuzz(checkRead)
}

func checkRead(t *testing.T, text, feedback string) {
	r := subject.Reader{Location: time.UTC}
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	s := r.Read(text, at)
	for _, span := range s.Spans {
		if !span.Until.IsZero() && !span.Since.Before(span.Until) || span.Since.After(at) {
			t.Errorf("%q: %v", text, span)
		}
	}
	after, _ := r.ApplyFeedback(s, feedback, at)
	if !s.IsEmpty() && after.IsEmpty() {
		t.Errorf("%q, then %q: no one is left", text, feedback)
	}
	for _, name := range after.Named() {
		if strings.TrimSpace(name) == "" {
			t.Errorf("%q names nothing: %+v", text, after)
		}
	}
}

// oddTasks has pieces that name people, times, numbers and exceptions.
var oddTasks = strings.Split("not |except |only |also |and |, |the |'s |’s |\"|“|(|)|-|#|@|.|: |\n|since |until |in 2025 |last month |20 |Mr. |van der |Grace |Hendersons|Auto Glass|PA-|CAG-7731|"+
	"invoice |policy |claim |(503) 555-0141|+1|May |é|\u0301|\u200b|\xff", "|")

// tasks makes variants of tasks, each with feedback behind a mark.
func tasks() mutation.Maker {
	return mutation.Text{Odd: append(oddTasks, "\x00"), Samples: []string{
		"What do we know about the Hendersons: mails, unpaid invoices, CRM notes? Draft the renewal answer.",
		"Please check Mary Henderson's policy PA-204417 and invoice #99120 since May 2025.\nThanks,\nLee Park\nSunrise Insurance Agency",
		"mails of Grace and Walter Henderson, except those of 2024\x00only Ifeoma Okafor in 2025, not last month",
		"Who called from (503) 555-0141 or +1 503 555 0142 between March and June 2025? And Grace.Henderson@Home.test!",
		"Check these:\nGrace Henderson\nIfeoma Okafor\nAnna van der Berg\x00look for Ola Henders, not Grace Henderson",
	}}
}

func readTask(t *testing.T, text string) {
	task, feedback, _ := strings.Cut(text, "\x00")
	checkRead(t, task, feedback)
}

func TestMutatedTasks(t *testing.T) { mutation.Test(t, tasks(), 100, readTask) }

func FuzzMutatedTasks(f *testing.F) { mutation.Fuzz(f, tasks(), readTask) }
