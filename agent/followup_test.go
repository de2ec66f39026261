package agent

import (
	"encoding/json"
	"testing"
	"time"

	"ppamaild/store"
)

func followed() Draft {
	d := Draft{To: []string{"maria@customer.test"}, Subject: "Re: Quote", Text: "When were you born?", HTML: "<p>When were you born?</p>"}
	d.Followups = []Followup{
		{FollowupReminder, 72 * time.Hour, Draft{To: d.To, Subject: d.Subject, Text: "We still need your birth date.", HTML: "<p>We still need it.</p>"}},
		{FollowupClose, 336 * time.Hour, Draft{To: d.To, Subject: d.Subject, Text: "We let it rest.", HTML: "<p>We let it rest.</p>"}},
	}
	return d
}

// An approval covers all mails and their times.
func TestDigestCoversFollowups(t *testing.T) {
	want := followed().Digest()
	for name, change := range map[string]func(d *Draft){
		"one less":  func(d *Draft) { d.Followups = d.Followups[:1] },
		"the order": func(d *Draft) { d.Followups[0], d.Followups[1] = d.Followups[1], d.Followups[0] },
		"the name":  func(d *Draft) { d.Followups[0].Name = FollowupClose },
		"the time":  func(d *Draft) { d.Followups[0].After = time.Hour },
		"to whom":   func(d *Draft) { d.Followups[1].To = []string{"bob@customer.test"} },
		"subject":   func(d *Draft) { d.Followups[0].Subject = "Hurry" },
		"text":      func(d *Draft) { d.Followups[0].Text = "Now!" },
		"HTML":      func(d *Draft) { d.Followups[1].HTML = "<p>Gone.</p>" },
	} {
		d := followed()
		before := d.Followups
		d.Followups = append([]Followup(nil), before...)
		change(&d)
		if d.Digest() == want {
			t.Errorf("%s changed, and the digest did not", name)
		}
		for _, f := range d.Followups {
			if name != "one less" && name != "the order" && f.digest() != before[0].digest() && f.digest() != before[1].digest() && followed().Holds(f) {
				t.Errorf("%s changed, and it still counts as approved", name)
			}
		}
	}
}

func TestDigestOfFollowupsStandsWithoutTheirHTML(t *testing.T) {
	d := followed()
	small := d.withoutHTML()
	if small.Digest() != d.Digest() {
		t.Error("the digest is another without the HTML")
	}
	if raw, err := json.Marshal(small); err != nil || len(small.Followups) != 2 || small.Followups[0].HTML != "" || d.Followups[0].HTML == "" {
		t.Errorf("%s, %v", raw, err)
	}
}

func TestSilenceSendsWhatWasApprovedForIt(t *testing.T) {
	a, err := New(Policy{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := NewState("Q-7F3K2M", CustomerInfo{AnswerTo: "maria@customer.test"})
	reminder, closing := followed().Followups[0], followed().Followups[1]
	if _, err := a.Step(&s, CustomerSilent{reminder, noon}); err == nil {
		t.Error("a reminder went to a customer who is not waited for")
	}
	s.Status, s.AwaitingCustomerReply = store.ThreadAwaitingCustomer, true
	r, err := a.Step(&s, CustomerSilent{reminder, noon})
	if sent, is := r.Intents[0].(SendMail); err != nil || len(r.Intents) != 1 || !is || sent.Followup != FollowupReminder || s.Status != store.ThreadAwaitingCustomer {
		t.Errorf("the reminder: %+v, %s, %v", r.Intents, s.Status, err)
	}
	r, err = a.Step(&s, CustomerSilent{closing, noon})
	if sent, is := r.Intents[0].(SendMail); err != nil || !is || sent.Draft.Text != closing.Text || s.Status != store.ThreadExpired {
		t.Errorf("the close: %+v, %s, %v", r.Intents, s.Status, err)
	}
	if _, is := r.Intents[1].(End); !is {
		t.Errorf("the close ends nothing: %+v", r.Intents)
	}
}
