package review

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/store"
	"ppamaild/templates"
)

var office = Staff{
	{Name: "Dana Reyes", Address: "dana@agency.test", Aliases: []string{"dana.reyes@phone.test"}, License: "0X00000"},
	{Address: "lee@agency.test"},
}

func TestStaffAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"dana@agency.test": "dana@agency.test", "DANA@Agency.TEST": "dana@agency.test", "Dana.Reyes@phone.test": "dana@agency.test",
		"lee@agency.test": "lee@agency.test", "d\u0430na@agency.test": "", "dana@agency.test.evil.test": "", "": "",
		"dana@agen\u212ay.test": "", "lee@a\u0261ency.test": "", "dana+x@agency.test": "",
	} {
		if m, ok := office.Find(address); m.Address != want || ok != (want != "") {
			t.Errorf("%q is %q, want %q", address, m.Address, want)
		}
	}
}

func TestLicence(t *testing.T) {
	if got := office.Deciders("quote"); !slices.Equal(got, []string{"dana@agency.test"}) {
		t.Errorf("quote is decided by %v", got)
	}
	if got := office.Deciders("info_request"); len(got) != 2 {
		t.Errorf("info_request is decided by %v", got)
	}
	if got := office[1:].Deciders("quote"); len(got) != 1 {
		t.Errorf("without any licence quote is decided by %v", got)
	}
}

func TestRule(t *testing.T) {
	reviews := map[int]store.Review{
		1: {Thread: "Q-7F3K2M", Number: 1, Kind: KindStep, Step: "info_request", Status: store.ReviewOpen, Staff: []string{"dana@agency.test", "lee@agency.test", "gone@agency.test"}},
		2: {Thread: "Q-7F3K2M", Number: 2, Kind: KindStep, Step: "quote", Status: store.ReviewOpen},
		3: {Thread: "Q-7F3K2M", Number: 3, Kind: KindStep, Step: "info_request", Status: store.ReviewDecided, DecidedBy: "dana@agency.test", Verdict: "reject"},
		4: {Thread: "Q-7F3K2M", Number: 4, Kind: KindStep, Step: "info_request", Status: store.ReviewSuperseded, Why: "the customer wrote again"},
		5: {Thread: "Q-7F3K2M", Number: 5, Kind: KindRouting, Status: store.ReviewOpen},
		6: {Thread: "Q-7F3K2M", Number: 6, Kind: KindStep, Step: "info_request", Status: store.ReviewExpired},
	}
	judge := Judge{References: keyed, Staff: office, Phrases: english, Review: func(thread string, n int) (store.Review, bool) {
		r, ok := reviews[n]
		return r, ok && r.Thread == thread
	}}
	ref := func(n int, staff string) []Ref { return keyed.Find(keyed.Mint("Q-7F3K2M", n, staff)) }
	accept := Parse("ACCEPT", dana, english)
	for name, c := range map[string]struct {
		sender string
		refs   []Ref
		d      Decision
		want   Outcome
		owner  string
		why    string
	}{
		"own copy":           {"lee@agency.test", ref(1, "lee@agency.test"), accept, Decides, "lee@agency.test", ""},
		"from an alias":      {"Dana.Reyes@Phone.test", ref(1, "dana@agency.test"), accept, Decides, "dana@agency.test", ""},
		"unclear":            {"lee@agency.test", ref(1, "lee@agency.test"), Parse("ok", dana, english), Unclear, "lee@agency.test", "one of the words below"},
		"colleague's copy":   {"lee@agency.test", ref(1, "dana@agency.test"), accept, NotYours, "dana@agency.test", "dana@agency.test"},
		"of a quote":         {"lee@agency.test", ref(2, "dana@agency.test"), accept, NotLicensed, "dana@agency.test", ""},
		"both copies":        {"lee@agency.test", append(ref(1, "dana@agency.test"), ref(1, "lee@agency.test")...), accept, Decides, "lee@agency.test", ""},
		"stranger":           {"eve@evil.test", ref(1, "lee@agency.test"), accept, Misused, "lee@agency.test", "eve@evil.test used"},
		"look-alike":         {"l\u0435e@agency.test", ref(1, "lee@agency.test"), accept, Misused, "lee@agency.test", ""},
		"who has left":       {"gone@agency.test", ref(1, "gone@agency.test"), accept, Misused, "gone@agency.test", ""},
		"no reference":       {"lee@agency.test", nil, accept, Unknown, "", "no reference"},
		"forged":             {"lee@agency.test", []Ref{{Thread: "Q-7F3K2M", Review: 1, MAC: strings.Repeat("a", 26)}}, accept, Unknown, "", ""},
		"no such review":     {"lee@agency.test", ref(9, "lee@agency.test"), accept, Unknown, "", ""},
		"decided":            {"lee@agency.test", ref(3, "lee@agency.test"), accept, AlreadyDecided, "lee@agency.test", "dana@agency.test decided it: reject"},
		"decided, unclear":   {"lee@agency.test", ref(3, "lee@agency.test"), Parse("hm", dana, english), AlreadyDecided, "lee@agency.test", ""},
		"superseded":         {"lee@agency.test", ref(4, "lee@agency.test"), accept, Superseded, "lee@agency.test", "the customer wrote again"},
		"expired":            {"lee@agency.test", ref(6, "lee@agency.test"), accept, Expired, "lee@agency.test", ""},
		"no licence":         {"lee@agency.test", ref(2, "lee@agency.test"), accept, NotLicensed, "lee@agency.test", ""},
		"licence":            {"dana@agency.test", ref(2, "dana@agency.test"), accept, Decides, "dana@agency.test", ""},
		"not in this review": {"lee@agency.test", ref(1, "lee@agency.test"), Parse("NEW", dana, english), Unclear, "lee@agency.test", "NEW is not a possible answer"},
		"routing":            {"lee@agency.test", ref(5, "lee@agency.test"), Parse("NEW", dana, english), Decides, "lee@agency.test", ""},
		"accept of routing":  {"lee@agency.test", ref(5, "lee@agency.test"), accept, Unclear, "lee@agency.test", "Use NEW, JOIN, IGNORE"},
		"two reviews":        {"lee@agency.test", append(ref(1, "lee@agency.test"), ref(3, "lee@agency.test")...), accept, Unclear, "lee@agency.test", "one review"},
	} {
		t.Run(name, func(t *testing.T) {
			r := judge.Rule(c.sender, c.refs, c.d)
			if r.Outcome != c.want || r.Owner != c.owner || !strings.Contains(r.Why, c.why) {
				t.Errorf("%s, owner %q (%s); want %s, owner %q (…%s…)", r.Outcome, r.Owner, r.Why, c.want, c.owner, c.why)
			}
		})
	}
}

// Each word describes its effect in that review, and no two listed words have the same effect.
func TestWordsSayWhatTheyDoHere(t *testing.T) {
	effect := func(word, kind, step string) string {
		for _, w := range Words(kind, step) {
			if w.Word == word {
				return w.Usage + " " + templates.Embedded("en").Say(w.Effect)
			}
		}
		return ""
	}
	for _, c := range []struct{ word, kind, step, want string }{
		{wordAccept, KindStep, "info_request", "ACCEPT sends the draft to the customer, exactly as shown"},
		{wordAccept, KindStep, "quote", "ACCEPT sends the draft to the customer, exactly as shown"},
		{wordAccept, KindStep, "info_analysis", "ACCEPT uses the values exactly as shown"},
		{wordAccept, KindStep, "final_results", "ACCEPT completes the task with these results"},
		{wordAccept, KindWritten, "final_response", "ACCEPT sends your text to the customer, exactly as shown"},
		{wordEdit, KindStep, "quote", "EDIT: new text sends your own text instead; you see it again if anything is unclear"},
		{wordEdit, KindStep, "discount_check", "EDIT: name: value uses your values instead; one per line, as name: value"},
		{wordEdit, KindStep, "specialist", "EDIT: summary: text uses your summary instead of the agent's"},
		{wordEdit, KindHandedOver, StepTakenOver, ""},
		{wordEdit, KindWritten, "final_response", ""},
		{wordSend, KindStep, "quote", ""},
		{wordSend, KindHandedOver, StepTakenOver, "SEND: text sends your text to the customer, as you wrote it; EDIT: does the same"},
		{wordSend, KindHandedOver, "", "SEND: text sends your text to the customer, as you wrote it"},
		{wordEdit, KindHandedOver, "", "EDIT: name: value corrects these values and lets the agent continue; one per line, and nothing else"},
		{wordReject, KindQuestions, "request_human_input", "REJECT: reason leaves the questions unanswered; the agent looks for another way, following your reason"},
		{wordReject, KindAgent, "agent_failed", "REJECT: reason makes another plan for your approval, following your reason; you are asked back if the agent can't use the reason"},
		{wordCancel, KindHandedOver, "", "CANCEL: reason ends the thread; the customer gets no more mail"},
		{wordCancel, KindHandedOver, StepTask, "CANCEL: reason ends the task"},
	} {
		if got := effect(c.word, c.kind, c.step); got != c.want {
			t.Errorf("in %s %s: %q, want %q", c.kind, c.step, got, c.want)
		}
	}
}

// A draft takes a new text or corrected values. Both are listed.
func TestDraftsOfferBothWaysToEdit(t *testing.T) {
	for _, step := range draftSteps {
		var usages []string
		for _, w := range Words(KindStep, step) {
			if w.Word == wordEdit {
				usages = append(usages, w.Usage)
			}
		}
		if !slices.Equal(usages, []string{"EDIT: new text", "EDIT: name: value"}) {
			t.Errorf("%s: %q", step, usages)
		}
	}
}

// The words of each review are part of the contract: these words, and no others.
func TestWhichWordsWhere(t *testing.T) {
	const draft, plan, results = "ACCEPT, REJECT: no, EDIT: x, CANCEL: x, TAKE OVER, SEND: x, HAND BACK",
		"ACCEPT, REJECT: no, ORDER: a, SKIP: a, CANCEL: x", "ACCEPT, REVISE crm: x, REPLAN: x, REJECT: no, EDIT: x, EXPORT, CANCEL: x"
	all := strings.Split("ACCEPT, REJECT: no, EDIT: x, CANCEL: x, ANSWER: x, TAKE OVER, SEND: x, HAND BACK, ORDER: a, SKIP: a, REVISE crm: x, "+
		"REPLAN: x, EXPORT, RETRY crm, CONTINUE, RESEND, LEAVE, NEW, JOIN Q-7F3K2M, IGNORE, RELEASE 3", ", ")
	for _, c := range []struct{ kind, steps, words string }{
		{KindStep, "info_analysis, discount_check, carrier_call, info_request, quote, final_response", draft},
		{KindStep, "plan", plan},
		{KindStep, "specialist, final_results", results},
		{KindStep, "tool_call", "ACCEPT, REJECT: no, EDIT: x, CANCEL: x"},
		{KindQuestions, "request_human_input", "ANSWER: x, REJECT: no, CANCEL: x, TAKE OVER"},
		{KindHandedOver, "info_request, quote", "SEND: x, EDIT: x, HAND BACK, CANCEL: x"},
		{KindHandedOver, StepTask, "HAND BACK, CANCEL: x"},
		{KindWritten, "final_response", "ACCEPT, REJECT: no, EDIT: x, SEND: x, HAND BACK, CANCEL: x"},
		{KindAgent, "agent_failed", "RETRY crm, CONTINUE, REJECT: no, CANCEL: x"},
		{KindRouting, "", "NEW, JOIN Q-7F3K2M, IGNORE"},
		{KindMail, "", "RESEND, LEAVE"},
		{KindSetAside, "", "RELEASE 3"},
		{KindRestored, "", "ACCEPT"},
	} {
		for step := range strings.SplitSeq(c.steps, ", ") {
			for _, text := range all {
				want := slices.Contains(strings.Split(c.words, ", "), text)
				if ok, why := Parse(text, dana, english).allowedIn(c.kind, step, english); ok != want || !ok && why == "" {
					t.Errorf("%s %s: %s: %v %s", c.kind, step, text, ok, why)
				}
			}
		}
	}
}

func TestWordsAreParsedAndAllowed(t *testing.T) {
	samples := map[string]string{wordReject: "REJECT: no", wordEdit: "EDIT: x", wordCancel: "CANCEL: x", wordAnswer: "1. yes", wordSend: "SEND: x", wordOrder: "ORDER: a, b",
		wordSkip: "SKIP: a", wordRevise: "REVISE crm: x", wordReplan: "REPLAN: x", wordRetry: "RETRY crm", wordJoin: "JOIN Q-7F3K2M", wordRelease: "RELEASE 3"}
	used := map[string]bool{}
	for _, at := range [][2]string{{KindStep, "quote"}, {KindStep, "carrier_call"}, {KindStep, "plan"}, {KindStep, "specialist"}, {KindStep, "final_results"},
		{KindStep, "info_analysis"}, {KindStep, "discount_check"}, {KindStep, "tool_call"}, {KindStep, "other"}, {KindWritten, "quote"}, {KindRestored, ""},
		{KindQuestions, ""}, {KindHandedOver, ""}, {KindAgent, ""}, {KindRouting, ""}, {KindMail, ""}, {KindSetAside, ""}} {
		for _, w := range Words(at[0], at[1]) {
			used[w.Word] = true
			text, ok := samples[w.Word]
			if !ok {
				text = w.Word
			}
			if ok, why := Parse(text, dana, english).allowedIn(at[0], at[1], english); !ok || w.Usage == "" || !templates.Embedded("en").Has(w.Effect) {
				t.Errorf("%v: %q: %s", at, text, why)
			}
		}
	}
	for _, w := range forms.Get() {
		if !used[w] && w != wordSignature { // only the answer to an unclear reply offers SIGNATURE
			t.Errorf("%s is allowed nowhere", w)
		}
	}
}

func TestRuleLooksForAReviewOnce(t *testing.T) {
	looked := 0
	judge := Judge{References: keyed, Staff: office, Phrases: english, Review: func(thread string, n int) (store.Review, bool) {
		looked++
		return store.Review{Thread: thread, Number: n, Kind: KindStep, Status: store.ReviewOpen}, true
	}}
	var refs []Ref
	for range 1000 {
		refs = append(refs, Ref{Thread: "Q-7F3K2M", Review: 1, MAC: strings.Repeat("a", 26)})
	}
	refs = append(refs, keyed.Find(keyed.Mint("Q-7F3K2M", 2, "lee@agency.test"))...)
	if got := judge.Rule("lee@agency.test", refs, Parse("ACCEPT", dana, english)); got.Outcome != Decides || got.Review.Number != 2 {
		t.Errorf("ruled %s on review %d", got.Outcome, got.Review.Number)
	}
	if looked != 2 {
		t.Errorf("looked %d times for two reviews", looked)
	}
}
