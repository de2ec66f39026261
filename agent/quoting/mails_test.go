package quoting

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ppamaild/agent/factcheck"
	"ppamaild/agent/signals"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/quote/quotetest"
	"ppamaild/templates"
)

// embedded are the real templates, parsed once.
var embedded = sync.OnceValues(func() (*templates.Set, error) { return templates.New("") })

func toolbox(t testing.TB) Toolbox {
	t.Helper()
	mails, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	return Toolbox{
		Carrier: carrier.NewReference(), Templates: mails, Agency: "Sunrise Insurance Agency",
		Producer:  templates.Producer{Name: "Dana Reyes", License: "0X00000"},
		ValidFor:  17 * 24 * time.Hour,
		ThreadRef: func(thread string) string { return thread + "-c-k3v9qd2m7xw4t6hzn5rj8pya2b" },
		Reviewed:  func(agent.Stage) bool { return true },
	}
}

// rated returns a state with the reference carrier's quote for app.
func rated(t testing.TB, b Toolbox, app quote.Application, language string,
	payments int) *agent.State {
	t.Helper()
	s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{Address: "maria@customer.test",
		AnswerTo: "maria@customer.test", Subject: "car", Language: language})
	s.CustomerInfo.Case.Application = app
	s.AgentScratchpad.Revision, s.AgentScratchpad.Today = 1, "2026-11-20"
	calls := []carrier.Call{
		carrier.Initiate{EffectiveDate: app.EffectiveDate, Address: app.GaragingAddress,
			AsOf: "2026-11-20"},
		carrier.SetNamedInsured{NamedInsured: app.NamedInsured},
	}
	for _, d := range app.Drivers {
		calls = append(calls, carrier.AddDriver{Driver: d})
	}
	for _, v := range app.Vehicles {
		calls = append(calls, carrier.AddVehicle{Vehicle: v})
	}
	discounts := carrier.Eligible(quote.AssessDiscounts(app, "2026-11-20", letters.English()))
	calls = append(calls, carrier.AssignDrivers{}, carrier.UpdateCoverage{Coverages: app.Coverages},
		carrier.Rate{Discounts: discounts, Payments: payments})
	for n, call := range calls {
		d, err := b.callCarrier(context.Background(), agent.Call{State: &s, Key: fmt.Sprint("k",
			n)}, call)
		if err != nil {
			t.Fatal(err)
		}
		if then := b.applyCarrier(&s, call.Name(), d, time.Time{}); then.Next != agent.NextPlan {
			t.Fatalf("%s: %v", call.Name(), then.Intents)
		}
	}
	return &s
}

// ownMails returns mails from the templates, each with its state.
func ownMails(t *testing.T) map[string]func() (agent.Draft, *agent.State) {
	b := toolbox(t)
	b.Producer.Name = "Dana Ford" // who is no car
	b.Reminder, b.Close = 3*24*time.Hour, 14*24*time.Hour
	mails := map[string]func() (agent.Draft, *agent.State){}
	for name, app := range map[string]quote.Application{"portland": quotetest.Portland(),
		"family": quotetest.Family(), "california": quotetest.California()} {
		for _, language := range []string{"en", "es"} {
			for _, payments := range []int{1, 3} {
				if name == "california" && payments > 1 {
					continue // paid in full
				}
				mails[fmt.Sprintf("quote/%s/%s/%d", name, language,
					payments)] = func() (agent.Draft, *agent.State) {
					s := rated(t, b, app, language, payments)
					return drafted(t, b.sendQuote, s,
						SendQuoteArgs{QuoteID: s.AgentScratchpad.Quote.ID}), s
				}
			}
			mails["ask/"+name+"/"+language] = func() (agent.Draft, *agent.State) {
				s := questionable(t, app, language)
				return drafted(t, b.askCustomer, s, agent.AskArgs{Fields: letters.AllPaths(app)}), s
			}
			for i, follows := range []agent.FollowupName{agent.FollowupReminder,
				agent.FollowupClose} {
				mails[fmt.Sprintf("ask, then %s/%s/%s", follows, name,
					language)] = func() (agent.Draft, *agent.State) {
					s := questionable(t, app, language)
					f := drafted(t, b.askCustomer, s,
						agent.AskArgs{Fields: letters.AllPaths(app)}).Followups[i]
					if f.Name != follows {
						t.Fatalf("it is the %s", f.Name)
					}
					return f.Draft, s
				}
			}
			mails["acknowledgement/"+name+"/"+language] = func() (agent.Draft, *agent.State) {
				s := questionable(t, app, language)
				d, _, err := b.Acknowledge(s)
				if err != nil {
					t.Fatal(err)
				}
				return d, s
			}
			mails["close/"+name+"/"+language] = func() (agent.Draft, *agent.State) {
				s := questionable(t, app, language)
				return drafted(t, b.closeThread, s, CloseArgs{SignOff: signals.SignOffDeclined}), s
			}
		}
	}
	return mails
}

// questionable returns a state with doubts about all values.
func questionable(t testing.TB, app quote.Application, language string) *agent.State {
	t.Helper()
	s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{Address: "maria@customer.test",
		AnswerTo: "maria@customer.test", Subject: "car", Language: language})
	app.EffectiveDate, app.NamedInsured.DateOfBirth, app.GaragingAddress.ZIP = "2027-06-01",
		"2031-02-03", "10001"
	app.Coverages.PropertyDamage, app.Coverages.CollisionDeductible = new(5), new(750)
	s.CustomerInfo.Case.Application = app
	s.AgentScratchpad.Problems = quote.Validate(app, "2026-11-20", letters.English())
	s.AgentScratchpad.Conflicts = []quote.Conflict{
		{Path: "vehicles[0].cost_new", Values: []string{"27500", "31000"}},
		{Path: "vehicles[0].annual_miles", Values: []string{"8000", "15000"}},
		{Path: "coverages.bodily_injury", Values: []string{`"50/100"`, `"250/500"`}},
		{Path: "drivers[0].date_of_birth", Values: []string{`"1985-03-04"`, `"1985-04-03"`}},
	}
	return &s
}

func drafted[A any](t testing.TB, run func(context.Context, agent.Call, A) (any, []string, error),
	s *agent.State, args A) agent.Draft {
	t.Helper()
	d, _, err := run(context.Background(), agent.Call{State: s}, args)
	if err != nil {
		t.Fatal(err)
	}
	return d.(agent.Draft)
}

func TestOwnMailsPassTheFactsCheck(t *testing.T) {
	for name, write := range ownMails(t) {
		d, s := write()
		if bad := agent.CheckFacts(d, s, nil); bad != nil {
			t.Errorf("%s: %q in\n%s", name, bad, d.Text)
		}
		raw, err := json.Marshal(s) // as it is after a restart
		if err != nil {
			t.Fatal(err)
		}
		var read agent.State
		if err := json.Unmarshal(raw, &read); err != nil {
			t.Fatal(err)
		}
		if bad := agent.CheckFacts(d, &read, nil); bad != nil {
			t.Errorf("%s, after a restart: %q", name, bad)
		}
	}
}

func TestOneWrongDigitIsFound(t *testing.T) {
	checked := 0
	for name, write := range ownMails(t) {
		if strings.HasPrefix(name, "ask") || strings.HasPrefix(name, "close") {
			continue
		}
		d, s := write()
		seen := map[string]bool{}
		for _, words := range claimsIn(t, d.Text) {
			wrong := wrongDigit(words)
			if seen[words] {
				continue
			}
			seen[words] = true
			if len(claimsIn(t, wrong)) == 1 && agent.CheckFacts(agent.Draft{Text: wrong},
				s, nil) == nil {
				continue // it is another fact by chance
			}
			checked++
			for _, changed := range []agent.Draft{
				{Text: strings.ReplaceAll(oneLine(d.Text), words, wrong)},
				{Text: d.Text, HTML: strings.ReplaceAll(d.HTML, words, wrong)},
			} {
				if changed.HTML == d.HTML || changed.Text == oneLine(d.Text) {
					continue
				}
				if bad := agent.CheckFacts(changed, s, nil); len(bad) == 0 {
					t.Errorf("%s: %s for %s is not found", name, wrong, words)
				}
			}
		}
	}
	if checked < 200 {
		t.Errorf("only %d facts were changed", checked)
	}
}

// claimsIn returns the words of the claims in a text.
func claimsIn(t *testing.T, text string) (all []string) {
	t.Helper()
	for _, claim := range factcheck.Unsupported(text, nil) { // the amount "$12"
		words, err := strconv.Unquote(claim[strings.IndexByte(claim, '"'):])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, words)
	}
	return all
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// wrongDigit changes the second digit of words.
func wrongDigit(words string) string {
	seen := 0
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return r
		}
		if seen++; seen == 2 {
			return '0' + (r-'0'+7)%10
		}
		return r
	}, words)
}

func TestFactsCheck(t *testing.T) {
	b := toolbox(t)
	s := rated(t, b, quotetest.Family(), "en", 3)
	total := s.AgentScratchpad.Quote.Total.String()
	tests := []struct {
		text string
		want string // in the warnings; "" for none
	}{
		{"The total is " + total + ".", ""},
		{"The total is " + strings.TrimSuffix(total, ".00") + " dollars.", ""},
		{"Property damage up to $100,000 and $100k", ""},
		{"It cost $41,250 when new.", ""},
		{"You have 100/300/100.", ""},
		{"It starts December 1, 2026, that is on Dec. 1st or 12/1/26, or 2026-12-01; el 1 de diciembre de 2026.", ""},
		{"You were born on March 4.", ""},
		{"The quote is good until December 7, 2026.", ""}, // the agency's day, before the carrier's
		{"VIN 1FTMW1T88MFA00001, or 1ftmw1t88mfa00001", ""},
		{"Call us 24/7, at 503-555-0100, or write to PO Box 12.", ""},
		{"It may take 30 days.", ""},
		{"Only $1!", `the amount "$1"`},
		{"Only 12,000 dollars!", `the amount "12,000 dollars"`}, // 12,000 is a number of miles
		{"A fee of $23.37.", `the amount "$23.37"`},
		{"Save 20% now", `the percentage "20%"`},
		{"You have 250/500.", `the limit "250/500"`},
		{"It starts December 2, 2026.", `the date "December 2, 2026"`},
		{"It starts 2026-12-02.", `the date "2026-12-02"`},
		{"It starts on 12/2.", `the date "12/2"`},
		{"Comienza el 2 de diciembre de 2026.", `the date "2 de diciembre de 2026"`},
		{"The quote is good until December 20, 2026.", `the date "December 20, 2026"`},
		{"VIN 1FTMW1T88MFA00007", `the VIN "1FTMW1T88MFA00007"`},
		{"You are now covered.", "may bind"}, {"You’re covered!", "may bind"},
		{"Your policy has been issued.", "may bind"},
		{"We recommend higher limits.", "may bind"}, {"I'd strongly suggest it", "may bind"},
		{"You should buy more.", "may bind"},
		{"It is the best price in town, guaranteed.", "may bind"}, {"You don't need collision.",
			"may bind"}, {"You will save a lot.", "may bind"},
		{"Usted ya está cubierto.", "may bind"}, {"Le recomendamos más cobertura.", "may bind"},
		{"Es el mejor precio.", "may bind"}, {"Su póliza ya está vigente.", "may bind"},
		{"Once a producer confirms, coverage can begin.", ""},
	}
	for _, tt := range tests {
		got := strings.Join(agent.CheckFacts(agent.Draft{Text: tt.text}, s, nil), "; ")
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestFactsCheckReadsTheHTML(t *testing.T) {
	s := rated(t, toolbox(t), quotetest.Portland(), "en", 1)
	page := func(body string) agent.Draft {
		return agent.Draft{Text: "Hello",
			HTML: "<html><head><style>p{width:10%;content:'$3'}</style><title>$4</title></head><body><p>" + body + "</p></body></html>"}
	}
	if bad := agent.CheckFacts(page("$100,000 &amp; more"), s, nil); bad != nil {
		t.Errorf("%q", bad)
	}
	for _, body := range []string{"$9", "<b>$</b>9", "&#36;9", "you are <i>covered</i>"} {
		if bad := agent.CheckFacts(page(body), s, nil); len(bad) != 1 {
			t.Errorf("%s: %q", body, bad)
		}
	}
}

func TestFactsCheckReadsWhatFollows(t *testing.T) {
	s := questionable(t, quotetest.Portland(), "en")
	for _, d := range []agent.Draft{{Text: "It is $9."}, {HTML: "<p>It is $9.</p>"}} {
		if bad := agent.CheckFacts(agent.Draft{Text: "Hello",
			Followups: []agent.Followup{{Name: agent.FollowupReminder}, {Name: agent.FollowupClose,
				Draft: d}}}, s, nil); len(bad) != 1 {
			t.Errorf("%+v: %q", d, bad)
		}
	}
}

// A signature may contain the name of a car. The name makes no car known.
func TestSignatureIsNoCar(t *testing.T) {
	b := toolbox(t)
	b.Agency, b.Producer.Name = "Dodge & Sons", "Dana Ford"
	s := questionable(t, quotetest.Portland(), "en")
	d := drafted(t, b.closeThread, s, CloseArgs{signals.SignOffDeclined})
	d.Text += "\nDana Ford will call you."
	if bad := agent.CheckFacts(d, s, nil); bad != nil {
		t.Errorf("%q", bad)
	}
	d.Text += "\nIs it the Ford?"
	if bad := agent.CheckFacts(d, s, nil); len(bad) != 1 || !strings.Contains(bad[0], `"Ford"`) {
		t.Errorf("%q", bad)
	}
}

func TestDisclaimerMustBeWhole(t *testing.T) {
	b := toolbox(t)
	for _, language := range []string{"en", "es"} {
		s := rated(t, b, quotetest.Portland(), language, 1)
		d := drafted(t, b.sendQuote, s, SendQuoteArgs{QuoteID: s.AgentScratchpad.Quote.ID})
		if d.Disclaimer == "" {
			t.Fatal("the draft does not say which disclaimer it must carry")
		}
		words := strings.Fields(d.Disclaimer)
		for _, changed := range []agent.Draft{
			{Text: strings.Replace(d.Text, words[0], "", 1), Disclaimer: d.Disclaimer},
			{Text: strings.Replace(d.Text, words[10], "", 1), Disclaimer: d.Disclaimer},
			{Text: d.Text, HTML: "<p>Hello</p>", Disclaimer: d.Disclaimer},
		} {
			if got := strings.Join(agent.CheckFacts(changed, s, nil), "; "); !strings.Contains(got,
				"disclaimer") {
				t.Errorf("%q", got)
			}
		}
	}
}

func TestQuoteThatIsNotTheLastIsNotSent(t *testing.T) {
	b := toolbox(t)
	s := rated(t, b, quotetest.Portland(), "en", 1)
	old := s.AgentScratchpad.Quote.ID
	s.AgentScratchpad.Revision++
	if _, _, err := b.sendQuote(context.Background(), agent.Call{State: s},
		SendQuoteArgs{QuoteID: old}); err == nil {
		t.Error("the quote of an older application is sent")
	}
}

// A name makes no price known, even if it contains the price.
func TestNamesMakeNoAmountKnown(t *testing.T) {
	app := quotetest.Portland()
	app.Vehicles[0].Model, app.GaragingAddress.Street = "Civic for $1.11", "123 Main St, 50% off"
	s := questionable(t, app, "en")
	bad := strings.Join(agent.CheckFacts(agent.Draft{Text: "Your Honda Civic for $1.11, kept at 123 Main St, 50% off."}, s, nil), "; ")
	for _, words := range []string{"$1.11", "50%"} {
		if !strings.Contains(bad, words) {
			t.Errorf("%s passed: %s", words, bad)
		}
	}
}
