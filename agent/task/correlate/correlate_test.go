package correlate

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var asOf = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// record returns a record of a kind with fields "name=value".
func record(kind Kind, ref, text string, fields ...string) Record {
	r := Record{Kind: kind, Ref: ref, Text: text, Fields: map[string]string{}}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		r.Fields[name] = value
	}
	return r
}

// between compares two records and returns what they share.
func between(a, b Record, own ...string) string {
	a.Ref, b.Ref = "a", "b"
	r := Find([]Source{{Agent: "crm", Records: []Record{a}}, {Agent: "mail", Records: []Record{b}}}, Options{AsOf: asOf, Own: own})
	var said []string
	for _, m := range r.Matches {
		said = append(said, fmt.Sprintf("%s %q", m.By, m.Key))
	}
	for _, c := range r.Conflicts {
		said = append(said, fmt.Sprintf("%s %q: %s %q or %q", c.By, c.Key, c.Field, c.AValue, c.BValue))
	}
	return strings.Join(said, ", ")
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b Record
		want string
	}{
		{"full names", record(Contact, "", "", "name=Mary Henderson"), record(Message, "", "", "from=\"Henderson, Mary\" <m@customer.test>"), `person "mary henderson"`},
		{"written alike", record(Contact, "", "", "name=Mary Henderson"), record(Policy, "", "", "name=Mary Henderson"), `person "mary henderson"`},
		{"in parts", record(Contact, "", "", "given_name=Mary", "surname=Henderson"), record(Message, "", "", "to=lee@agency.test, Mary Henderson <m@customer.test>"), `person "mary henderson"`},
		{"in a text", record(Contact, "", "", "name=Mary Henderson"), record(Note, "", "Spoke with Mary Henderson's son"), `person "mary henderson"`},
		{"reversed in a text", record(Contact, "", "", "name=José Núñez"), record(Note, "", "NUNEZ, JOSE called"), `person "jose nunez"`},
		{"two sentences", record(Contact, "", "", "name=Mary Henderson"), record(Note, "", "Ask Mary. Henderson knows."), ``},
		{"given name alone", record(Contact, "", "", "name=Mark"), record(Contact, "", "", "name=Mark"), ``},
		{"given name in a text", record(Contact, "", "", "name=Mark Henderson"), record(Note, "", "Mark called"), ``},
		{"surname alone", record(Contact, "", "", "name=Mr. Henderson"), record(Contact, "", "", "name=Mary Henderson"), ``},
		{"other given name", record(Contact, "", "", "name=John Henderson"), record(Contact, "", "", "name=Mary Henderson"), ``},
		{"an office", record(Contact, "", "", "name=Accounts Payable"), record(Message, "", "", "from=Accounts Payable <ap@vendor.test>"), ``},
		{"surname and phone", record(Contact, "", "", "name=John Henderson", "phone=(503) 555-0123"), record(Contact, "", "", "name=Mary Henderson", "phone=+1 503.555.0123"),
			`person "henderson at 5035550123", phone "5035550123"`},
		{"surname and address", record(Contact, "", "", "name=Mr. Henderson", "address=1 Oak Street, Portland"), record(Contact, "", "", "name=Mary Henderson", "address=1 oak st portland"),
			`person "henderson at 1 oak st portland"`},
		{"surname and another phone", record(Contact, "", "", "name=John Henderson", "phone=503-555-0123"), record(Contact, "", "", "name=Mary Henderson", "phone=503-555-0124"), ``},
		{"full name and phone", record(Contact, "", "", "name=Mary Henderson", "phone=503-555-0123"), record(Contact, "", "", "name=Mary Henderson", "phone=503-555-0123"),
			`person "mary henderson", phone "5035550123"`},
		{"e-mail addresses", record(Contact, "", "", "email=MARY@customer.test; other@customer.test"), record(Message, "", "", "from=<mary@customer.test>"), `email "mary@customer.test"`},
		{"field and text", record(Contact, "", "mary@customer.test", "email=mary@customer.test"), record(Contact, "", "mary@customer.test", "email=mary@customer.test"), `email "mary@customer.test"`},
		{"e-mail address in a text", record(Contact, "", "", "email=mary@customer.test"), record(Note, "", "write to mary@customer.test."), `email "mary@customer.test"`},
		{"part of an address", record(Contact, "", "", "email=mary@customer.test"), record(Note, "", "rosemary@customer.test mary@customer.testing"), ``},
		{"phones in texts", record(Note, "", "503-555-0123 503-555-0124"), record(Note, "", "call 1-503-555-0124"), `phone "5035550124"`},
		{"digits that are no phone", record(Contact, "", "", "phone=5035550123"), record(Note, "", "claim 5035550123, 1503-555-01234"), ``},
		{"policies", record(Policy, "", "", "policy_number=MP-2024-001"), record(Policy, "", "", "policy_number=mp 2024 001"), `policy "mp2024001"`},
		{"policy in a text", record(Policy, "", "", "policy_number=MP-2024-001"), record(Note, "", "about MP2024001, and MP 2024-001."), `policy "mp2024001"`},
		{"longer number", record(Policy, "", "", "policy_number=MP-2024"), record(Note, "", "about MP-2024-001"), ``},
		{"invoice in a text", record(Invoice, "", "", "invoice_number=91"), record(Note, "", "invoice 91, 191"), ``},
		{"short invoice in a text", record(Invoice, "", "", "invoice_number=2291"), record(Note, "", "Invoice #2291 is due"), `invoice "2291"`},
		{"short number in a text", record(Invoice, "", "", "invoice_number=2291"), record(Note, "", "2291 miles"), ``},
		{"number of a subject", record(Invoice, "", "", "invoice_number=INV-2291"), record(Message, "", "", "subject=Re: INV-2291"), `invoice "inv2291"`},
		{"invoices of one vendor", record(Invoice, "", "", "invoice_number=1001", "vendor=ACME Paper, Inc."), record(Invoice, "", "", "invoice_number=1001", "vendor=Acme Paper"), `invoice "1001", vendor "acme paper"`},
		{"invoices of two vendors", record(Invoice, "", "", "invoice_number=1001", "vendor=ACME Paper"), record(Invoice, "", "", "invoice_number=1001", "vendor=Oak Towing"), ``},
		{"invoice of an unknown vendor", record(Invoice, "", "", "invoice_number=1001", "vendor=ACME Paper"), record(Invoice, "", "", "invoice_number=1001"), `invoice "1001"`},
		{"vendor in a text", record(Invoice, "", "", "vendor=ACME Paper, Inc."), record(Note, "", "the acme paper company wrote"), `vendor "acme paper"`},
		{"vendor of one word", record(Invoice, "", "", "vendor=Apple"), record(Note, "", "Apple wrote about an apple"), `vendor "apple"`},
		{"word that is no vendor", record(Invoice, "", "", "vendor=Apple"), record(Note, "", "an apple a day"), ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := between(c.a, c.b); got != c.want {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
			if got := between(c.b, c.a); got != c.want {
				t.Errorf("the other way round: %s", got)
			}
		})
	}
}

func TestWhatIsOurOwnMatchesNothing(t *testing.T) {
	a := record(Contact, "", "", "email=quotes@agency.test", "phone=503-555-0100", "name=Dana Reyes")
	b := record(Message, "", "Dana Reyes, 503-555-0100", "to=quotes@agency.test")
	if got := between(a, b, "Quotes@Agency.test", "(503) 555-0100", "Reyes, Dana"); got != "" {
		t.Error(got)
	}
	if got := between(a, b); got != `email "quotes@agency.test", person "dana reyes", phone "5035550100"` {
		t.Error(got)
	}
}

func TestConflicts(t *testing.T) {
	mary := func(fields ...string) Record {
		return record(Contact, "", "", append(fields, "name=Mary Henderson")...)
	}
	invoice := func(fields ...string) Record {
		return record(Invoice, "", "", append(fields, "invoice_number=INV-2291")...)
	}
	for _, c := range []struct {
		name string
		a, b Record
		want string // text after the matches
	}{
		{"phones differ", mary("phone=503-555-0123"), mary("phone=503-555-0199"), `person "mary henderson": phone "503-555-0123" or "503-555-0199"`},
		{"phones written differently", mary("phone=503-555-0123"), mary("phone=+1 (503) 555-0123"), ``},
		{"one phone of two is the same", mary("phone=503-555-0123; 503-555-0124"), mary("phone=503-555-0124"), ``},
		{"one has none", mary("phone=503-555-0123"), mary(), ``},
		{"addresses differ", mary("address=1 Oak Street, Portland"), mary("address=2 Oak St, Portland"), `person "mary henderson": address "1 Oak Street, Portland" or "2 Oak St, Portland"`},
		{"addresses abbreviated", mary("address=1 North Oak Street, Portland"), mary("address=1 N. Oak St., Portland"), ``},
		{"told once", mary("phone=503-555-0123", "email=m@customer.test"), mary("phone=503-555-0199", "email=m@customer.test"), `email "m@customer.test": phone "503-555-0123" or "503-555-0199"`},
		{"amounts differ", invoice("amount=$1,200.00"), invoice("amount=1250"), `invoice "inv2291": amount "$1,200.00" or "1250"`},
		{"amounts written differently", invoice("amount=$1,200.00"), invoice("amount=1200 USD"), ``},
		{"statuses differ", invoice("status=Paid"), invoice("status=overdue"), `invoice "inv2291": status "Paid" or "overdue"`},
		{"statuses say the same", invoice("status=Outstanding"), invoice("status=unpaid"), ``},
		{"dates written differently", invoice("date=2026-02-01T09:00:00Z"), invoice("date=2/1/2026"), ``},
		{"date by a program", invoice("date=1770000000"), invoice("date=2026-02-02"), ``},
		{"phones that commas part", mary("phone=503-555-0123, 503-555-0124"), mary("phone=503-555-0124"), ``},
		{"dates differ", invoice("due_date=2026-02-01"), invoice("due_date=March 1, 2026"), `invoice "inv2291": due_date "2026-02-01" or "March 1, 2026"`},
		{"invoices of two vendors", invoice("amount=1", "vendor=ACME Paper"), invoice("amount=2", "vendor=Oak Towing"), ``},
		{"a note is no invoice", invoice("amount=1"), record(Note, "", "", "invoice_number=INV-2291", "amount=2"), ``},
		{"a message of two people", mary("phone=503-555-0123"), record(Other, "", "", "name=Mary Henderson; John Henderson", "phone=503-555-0199"), ``},
		{"policies", record(Policy, "", "", "policy_number=MP-1", "status=in force", "expires=2026-12-01"), record(Policy, "", "", "policy_number=mp1", "status=lapsed", "expires=12/1/2026"), `policy "mp1": status "in force" or "lapsed"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := between(c.a, c.b)
			_, conflicts, _ := strings.Cut(got, ": ")
			_, want, _ := strings.Cut(c.want, ": ")
			if conflicts != want || !strings.HasSuffix(got, c.want) {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestWordsForPeople(t *testing.T) {
	for want, c := range map[string]Conflict{
		"ap INV-7 has the due date 2026-02-01 of invoice inv7, crm invoice 3 has March 1": {ByInvoice, "inv7", "due_date", Place{"ap", "INV-7"}, "2026-02-01", Place{"crm", "invoice 3"}, "March 1"},
		"ap c has the phone 1 of mary henderson, crm d has 2":                             {ByPerson, "mary henderson", "phone", Place{"ap", "c"}, "1", Place{"crm", "d"}, "2"},
	} {
		if got := c.In(nil); got != want {
			t.Error(got)
		}
	}
}

// The example of doc/tasks.md.
func TestScoresByHand(t *testing.T) {
	contact := record(Contact, "1", "", "name=Mary Henderson", "email=m@customer.test", "phone=503-555-0123", "updated="+asOf.AddDate(0, 0, -100).Format(time.DateOnly))
	var notes []Record
	for i, ago := range []int{0, 30, 400} { // (1 + 1 + 0.3) / 3, times (1 + 1 + 0.5) / 3
		notes = append(notes, record(Note, fmt.Sprint(i), "Hello", "date="+asOf.AddDate(0, 0, -ago).Format(time.RFC3339)))
	}
	notes[2].Text = ""
	r := Find([]Source{{Agent: "notes", Records: notes}, {Agent: "crm", Records: []Record{contact}}, {Agent: "empty"}}, Options{AsOf: asOf})
	const quality = (2.3 / 3) * (2.5 / 3)
	want := []Score{{"crm", 1, 0.75, 0.8, 1, 0.6}, {"notes", 3, 2.5 / 3, 2.3 / 3, 1, quality}}
	for i := range want {
		if !near(r.Scores[i], want[i]) {
			t.Errorf("%+v, not %+v", r.Scores[i], want[i])
		}
	}
	if math.Abs(r.Quality-(0.6+3*quality)/4) > 1e-9 || len(r.Scores) != 2 {
		t.Errorf("%v of %+v", r.Quality, r.Scores)
	}
	other := contact
	other.Fields = map[string]string{"name": "Henderson, Mary", "phone": "503-555-0199"}
	r = Find([]Source{{Agent: "crm", Records: []Record{contact, record(Note, "2", "Hi", "date=2026-03-09")}}, {Agent: "billing", Records: []Record{other}}}, Options{AsOf: asOf})
	if r.Scores[0].Consistency != 0 || r.Scores[1].Consistency != 0.5 {
		t.Errorf("%+v", r.Scores)
	}
	if r := Find(nil, Options{}); r.Quality != 0 || len(r.Scores) != 0 {
		t.Errorf("%+v", r)
	}
}

func near(a, b Score) bool {
	return a.Agent == b.Agent && a.Records == b.Records && math.Abs(a.Completeness-b.Completeness) < 1e-9 && math.Abs(a.Freshness-b.Freshness) < 1e-9 &&
		math.Abs(a.Consistency-b.Consistency) < 1e-9 && math.Abs(a.Quality-b.Quality) < 1e-9
}

// Each record with a common key is in a match, and there are no more matches than records.
func TestManyShareAKey(t *testing.T) {
	var a, b []Record
	for i := range 300 {
		a = append(a, record(Invoice, fmt.Sprint("a", i), "", "vendor=ACME Paper"))
		b = append(b, record(Note, fmt.Sprint("b", i), "from ACME Paper"))
	}
	r := Find([]Source{{Agent: "ap", Records: a}, {Agent: "crm", Records: b}}, Options{})
	seen := make(map[Place]bool)
	for _, m := range r.Matches {
		seen[m.A], seen[m.B] = true, true
	}
	if len(seen) != 600 || len(r.Matches) != 599 {
		t.Errorf("%d records in %d matches", len(seen), len(r.Matches))
	}
}

// drawSources draws sources with records that share names, numbers and addresses.
func drawSources(t *rapid.T) []Source {
	stock := map[string][]string{
		"name":           {"Mary Henderson", "Henderson, Mary", "John Henderson", "Mark", "José Núñez", "Mr. Henderson"},
		"email":          {"mary@customer.test", "MARY@customer.test", "j@customer.test"},
		"phone":          {"503-555-0123", "(503) 555-0123", "503-555-0199"},
		"address":        {"1 Oak Street, Portland", "1 Oak St Portland", "2 Elm Ave"},
		"policy_number":  {"MP-2024-001", "mp2024001", "MP-7"},
		"invoice_number": {"1001", "INV-2291", "inv 2291"},
		"vendor":         {"ACME Paper, Inc.", "acme paper", "Oak Towing"},
		"amount":         {"12", "$12.00", "13"},
		"status":         {"paid", "open", "unpaid"},
		"date":           {"2026-03-01", "3/1/2026", "2020-01-01", "some day"},
	}
	texts := []string{"", "Mary Henderson called about INV-2291", "503-555-0123", "ACME Paper wrote to mary@customer.test", "Ask Mary. Henderson knows MP-7."}
	var fields []string
	for name := range stock {
		fields = append(fields, name)
	}
	slices.Sort(fields)
	draw := rapid.Custom(func(t *rapid.T) Record {
		kind := rapid.SampledFrom([]Kind{Contact, Invoice, Policy, Note, Message, Other}).Draw(t, "kind")
		r := record(kind, fmt.Sprint(rapid.IntRange(1, 6).Draw(t, "ref")), rapid.SampledFrom(texts).Draw(t, "text"))
		for _, name := range fields {
			if rapid.Bool().Draw(t, "has "+name) {
				r.Fields[name] = rapid.SampledFrom(stock[name]).Draw(t, name)
			}
		}
		return r
	})
	var sources []Source
	for _, agent := range []string{"ap", "crm", "mailbox"} {
		sources = append(sources, Source{Agent: agent, Records: rapid.SliceOfN(draw, 0, 6).Draw(t, agent)})
	}
	return sources
}

func TestPropertyOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sources := drawSources(t)
		want := Find(sources, Options{AsOf: asOf})
		shuffled := rapid.Permutation(sources).Draw(t, "order")
		for i := range shuffled {
			shuffled[i].Records = rapid.Permutation(shuffled[i].Records).Draw(t, shuffled[i].Agent)
		}
		if got := Find(shuffled, Options{AsOf: asOf}); !reflect.DeepEqual(got, want) {
			t.Fatalf("\ngot  %+v\nwant %+v", got, want)
		}
	})
}

func TestPropertyAnUnrelatedRecordAddsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sources := drawSources(t)
		want := Find(sources, Options{AsOf: asOf})
		stranger := record(rapid.SampledFrom([]Kind{Contact, Invoice, Note}).Draw(t, "kind"), rapid.SampledFrom([]string{"0", "3", "9"}).Draw(t, "ref"),
			"Nobody here has to do with it.", "name=Ada Lovelace", "email=ada@elsewhere.test", "phone=212-555-0177", "invoice_number=ZZ-99999",
			"policy_number=YY-88888", "vendor=Analytical Engines", "address=77 Far Away Rd", "amount=1", "status=void")
		at := rapid.IntRange(0, 2).Draw(t, "agent")
		sources[at].Records = append(sources[at].Records, stranger)
		got := Find(sources, Options{AsOf: asOf})
		if !reflect.DeepEqual(got.Matches, want.Matches) || !reflect.DeepEqual(got.Conflicts, want.Conflicts) {
			t.Fatalf("\ngot  %+v %+v\nwant %+v %+v", got.Matches, got.Conflicts, want.Matches, want.Conflicts)
		}
	})
}

func TestPropertyScoresAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Find(drawSources(t), Options{AsOf: asOf})
		numbers := []float64{r.Quality}
		for _, s := range r.Scores {
			numbers = append(numbers, s.Completeness, s.Freshness, s.Consistency, s.Quality)
		}
		for _, n := range numbers {
			if !(0 <= n && n <= 1) {
				t.Fatalf("%v of %+v", n, r)
			}
		}
	})
}

// Agents in a conflict share a key, so there is a match too.
func TestPropertyConflictsAreBetweenAgents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Find(drawSources(t), Options{AsOf: asOf})
		for _, c := range r.Conflicts {
			if c.A.Agent >= c.B.Agent || normals.Get()[c.Field](c.AValue) == normals.Get()[c.Field](c.BValue) {
				t.Fatalf("%+v", c)
			}
			if !slices.ContainsFunc(r.Matches, func(m Match) bool {
				return m.By == c.By && m.Key == c.Key && m.A.Agent == c.A.Agent && m.B.Agent == c.B.Agent
			}) {
				t.Fatalf("%+v has no match among %+v", c, r.Matches)
			}
		}
	})
}

func manyRecords(n int) []Source {
	agents := []string{"ap", "crm", "mailbox", "notes"}
	sources := make([]Source, len(agents))
	prose := strings.Repeat("We have had rain all week and nothing else to tell of, so we stayed at home. ", 5)
	for i := range n {
		who, s := i/len(agents), &sources[i%len(agents)]
		s.Agent = agents[i%len(agents)]
		s.Records = append(s.Records, record(Contact, fmt.Sprint(i), fmt.Sprintf("%sSpoke with Given%[2]c Family%[2]d about INV-%[2]d.", prose, 'a'+who%26, who),
			fmt.Sprintf("name=Given%c Family%d", 'a'+who%26, who), fmt.Sprintf("email=p%d@customer.test", who), fmt.Sprintf("phone=503-%03d-%04d", 200+who/10000, who%10000),
			fmt.Sprintf("invoice_number=INV-%d", who), "vendor=ACME Paper", "address=1 Oak Street, Portland", "date=2026-03-01"))
	}
	return sources
}

// BenchmarkFind compares 10,000 records of four agents. One in four is about the same person, and
// all have the same vendor. Twice the records need about twice the time.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{10_000, 20_000} {
		sources := manyRecords(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if r := Find(sources, Options{AsOf: asOf}); len(r.Matches) < n {
					b.Fatal(len(r.Matches))
				}
			}
		})
	}
}
