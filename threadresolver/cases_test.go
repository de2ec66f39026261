package threadresolver

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

// learning is an index that learns messages as the daemon does: a thread keeps its identifiers.
type learning struct {
	memory
	people map[string][]string
}

func newLearning() *learning {
	return &learning{memory{ids: map[string]string{}}, map[string][]string{}}
}

func (l *learning) Thread(id string) (string, []string, error) { return id, l.people[id], nil }

// arrive resolves a message and puts the message into the resolved or new thread.
func (l *learning) arrive(t *testing.T, m *message.Message) Outcome {
	t.Helper()
	s := Collect(m, reply.Extract(m))
	o, err := (&Resolver{Minter: minter, Phrases: english, Index: l}).Resolve(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if o.Kind == New {
		o.Thread = "Q-" + fmt.Sprintf("%06d", len(l.people))
		l.people[o.Thread] = s.From
	}
	if o.Kind == New || o.Kind == Reply {
		for _, id := range s.Learn() {
			if l.ids[id] == "" {
				l.ids[id] = o.Thread
			}
		}
		if key := SubjectKey(s.From[0], s.Subject); key != "" {
			l.ids[key] = o.Thread
		}
	}
	return o
}

func named(id, from string, change func(*message.Message)) *message.Message {
	return mail(from, func(m *message.Message) {
		m.MessageID = id
		change(m)
	})
}

const (
	ann = "ann@customer.test"
	al  = "al@customer.test"
	eve = "eve@evil.test"
	ses = "010001912ab3c4d5-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9-000000"
)

func answers(ids ...string) func(*message.Message) {
	return func(m *message.Message) { m.InReplyTo = ids }
}

func TestCase1SESNameWithAndWithoutItsDomain(t *testing.T) {
	for _, learnt := range []string{ses, ses + "@email.amazonses.com"} {
		for _, answered := range []string{ses, ses + "@email.amazonses.com", ses + "@us-west-2.amazonses.com"} {
			at := index()
			for _, form := range Forms(learnt) {
				at.ids[form] = annsThread
			}
			m := mail(ann, answers(answered))
			o, err := (&Resolver{Minter: minter, Phrases: english, Index: at}).Resolve(t.Context(), Collect(m, reply.Extract(m)))
			if err != nil || o.Kind != Reply || o.Thread != annsThread {
				t.Errorf("learnt as %s, answered as %s: %+v, %v", learnt, answered, o, err)
			}
		}
	}
	for _, other := range []string{"x@notamazonses.com", "x@amazonses.com.evil.test", "@email.amazonses.com"} {
		if got := Forms(other); len(got) != 1 {
			t.Errorf("%s has the forms %q", other, got)
		}
	}
}

// If a customer's server replaces Message-IDs, the customer's mail program answers with the
// original Message-ID.
func TestCase2OriginalIDOfACustomersMailIsLearnt(t *testing.T) {
	at := newLearning()
	first := at.arrive(t, named("rewritten@outlook.test", ann, func(m *message.Message) {
		m.Header[message.OriginalIDField] = []string{"<original@phone.test>"}
	}))
	second := at.arrive(t, named("second@phone.test", ann, answers("original@phone.test")))
	if second.Kind != Reply || second.Thread != first.Thread {
		t.Errorf("%+v, want a reply in %s", second, first.Thread)
	}
}

// An original ID proves nothing. A stranger who copies an ID of the agency into a mail does not
// add the mail's Message-ID to the thread.
func TestCase2StrangersTeachNoAliases(t *testing.T) {
	at := newLearning()
	first := at.arrive(t, named("first@customer.test", ann, func(*message.Message) {}))
	forged := at.arrive(t, named("eves@evil.test", eve, func(m *message.Message) {
		m.Header[message.OriginalIDField] = []string{"<" + minter.MessageID(first.Thread, "m1") + ">"}
	}))
	if forged.Kind != Stranger || at.ids["eves@evil.test"] != "" {
		t.Errorf("%+v; its id names %q", forged, at.ids["eves@evil.test"])
	}
}

// No message can give a thread's identifier to another thread.
func TestCase2KnownIDsKeepTheirThread(t *testing.T) {
	at := newLearning()
	first := at.arrive(t, named("first@customer.test", ann, func(*message.Message) {}))
	at.arrive(t, named("eves@evil.test", eve, func(m *message.Message) { m.References = []string{"first@customer.test"} }))
	if at.ids["first@customer.test"] != first.Thread {
		t.Errorf("the first message is in %s now", at.ids["first@customer.test"])
	}
}

func withIndex(index message.ThreadIndex) func(*message.Message) {
	return func(m *message.Message) { m.Header["Thread-Index"] = []string{index.String()} }
}

func TestCase3ThreadIndexIsASignal(t *testing.T) {
	root := message.NewThreadIndex([16]byte{1, 2, 3}, time.Unix(1.7e9, 0))
	child := root.Child(time.Unix(1.71e9, 0), 1)
	at := newLearning()
	first := at.arrive(t, named("first@customer.test", ann, withIndex(root)))
	if o := at.arrive(t, named("second@customer.test", ann, withIndex(child))); o.Kind != Reply || o.Thread != first.Thread {
		t.Errorf("an answer with nothing else: %+v", o)
	}
	if o := at.arrive(t, named("third@evil.test", eve, withIndex(child))); o.Kind != Stranger {
		t.Errorf("a stranger's: %+v", o)
	}
	if o := at.arrive(t, named("fourth@customer.test", ann, withIndex(root))); o.Kind != New {
		t.Errorf("a saved draft that is sent again: %+v", o)
	}
	bobs := at.arrive(t, named("bobs@customer.test", "bob@customer.test", func(*message.Message) {}))
	both := at.arrive(t, named("both@customer.test", ann, func(m *message.Message) {
		withIndex(child)(m)
		m.InReplyTo = []string{"bobs@customer.test"}
	}))
	if both.Kind != Conflict || !slices.Equal(both.Candidates, []string{first.Thread, bobs.Thread}) {
		t.Errorf("against In-Reply-To: %+v", both)
	}
}

func TestCase3OurConversationsAreToldApart(t *testing.T) {
	seen := map[string]bool{}
	for _, index := range []message.ThreadIndex{
		minter.Conversation(annsThread, "customer"), minter.Conversation(annsThread, "agency"), minter.Conversation(bobsThread, "customer"),
		Minter{Key: []byte("another key of thirty-two octets"), Domain: "agency.test"}.Conversation(annsThread, "customer"),
	} {
		if seen[index.Root()] {
			t.Errorf("%s is the root of two", index.Root())
		}
		seen[index.Root()] = true
	}
	if minter.Conversation("q-7f3k2m", "customer").Root() != minter.Conversation(annsThread, "customer").Root() {
		t.Error("a thread's conversation depends on the case of its id")
	}
}

func TestCase4WhateverIsLeftOfTheReferencesIsEnough(t *testing.T) {
	ours := minter.MessageID(annsThread, "m1")
	for name, change := range map[string]func(*message.Message){
		"only In-Reply-To":        answers(ours),
		"only the root":           func(m *message.Message) { m.References = []string{"first@customer.test"} },
		"only the middle":         func(m *message.Message) { m.References = []string{"lost@a.test", ours, "lost@b.test"} },
		"several in In-Reply-To":  answers("lost@a.test", ours, "lost@b.test"),
		"words in In-Reply-To":    answers(message.ScanIDs(`Your message of "Fri, 20 Nov 2026" <` + ours + `>`)...),
		"no brackets":             answers(message.ScanIDs(ours)...),
		"folded in the middle":    answers(message.ScanIDs("<" + ours[:20] + "\r\n " + ours[20:] + ">")...),
		"cut off at the end":      answers(message.ScanIDs("<" + ours)...),
		"References overwritten":  func(m *message.Message) { m.InReplyTo, m.References = []string{ours}, []string{"new@phone.test"} },
		"References of something": func(m *message.Message) { m.References = append(slices.Repeat([]string{"x@a.test"}, 300), ours) },
	} {
		if o := resolve(t, mail(ann, change)); o.Kind != Reply || o.Thread != annsThread {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

func TestCase5TagStrippedOrMadeUp(t *testing.T) {
	ref := strings.ToLower(minter.ThreadRef(annsThread))
	to := func(address string) func(*message.Message) {
		return func(m *message.Message) { m.Header["To"] = []string{address} }
	}
	stripped := resolve(t, mail(ann, func(m *message.Message) {
		to("quotes@agency.test")(m)
		m.InReplyTo = []string{minter.MessageID(annsThread, "m1")}
	}))
	if stripped.Kind != Reply {
		t.Errorf("stripped: %+v", stripped)
	}
	if o := resolve(t, mail(ann, to("quotes+"+ref[:len(ref)-1]+"a@agency.test"))); o.Kind != New {
		t.Errorf("made up: %+v", o)
	}
	if o := resolve(t, mail(eve, to("quotes+"+ref+"@agency.test"))); o.Kind != Stranger {
		t.Errorf("a stranger's: %+v", o)
	}
}

func TestCase6SubjectAloneIsPutToStaff(t *testing.T) {
	at := newLearning()
	first := at.arrive(t, named("first@customer.test", ann, func(m *message.Message) { m.Subject = "Quote please" }))
	subject := func(s string) func(*message.Message) { return func(m *message.Message) { m.Subject = s } }
	for line, want := range map[string]Kind{
		"Re: [" + first.Thread + "] my car": Conflict, "my car [" + strings.ToLower(first.Thread) + "]": Conflict,
		"Re: Quote please": Conflict, "AW: RE[2]:  quote  PLEASE": Conflict, "[EXT] Re: Quote please": Conflict, "Fwd: Quote please": Conflict,
		"Quote please": New, "Re: another quote please": New, "Re:": New, "": New,
	} {
		if o := at.arrive(t, named("", ann, subject(line))); o.Kind != want || want == Conflict && !slices.Contains(o.Candidates, first.Thread) {
			t.Errorf("%q: %+v, want %s", line, o, want)
		}
		if o := at.arrive(t, named("", fmt.Sprintf("eve%d@evil.test", len(at.people)), subject(line))); o.Kind != New {
			t.Errorf("a stranger's %q: %+v", line, o)
		}
		at.ids[SubjectKey(ann, "Quote please")] = first.Thread
	}
	answer := at.arrive(t, named("", ann, func(m *message.Message) { m.Subject, m.InReplyTo = "quote please", []string{"lost@a.test"} }))
	if answer.Kind != Conflict {
		t.Errorf("an answer to an unknown mail with the thread's subject: %+v", answer)
	}
}

func TestCase7SiblingsOfAnUnseenRoot(t *testing.T) {
	at := newLearning()
	sibling := func(m *message.Message) { m.References = []string{"unseen@customer.test"} }
	first := at.arrive(t, named("1@customer.test", ann, sibling))
	second := at.arrive(t, named("2@customer.test", ann, sibling))
	if first.Kind != New || second.Kind != Reply || second.Thread != first.Thread {
		t.Errorf("%+v and %+v", first, second)
	}
	if other := at.arrive(t, named("3@customer.test", al, sibling)); other.Kind != Stranger {
		t.Errorf("another person's: %+v", other)
	}
}

func TestCase8WhoWasSentACopyDoesNotJoinSilently(t *testing.T) {
	at := newLearning()
	first := at.arrive(t, named("1@customer.test", ann, func(m *message.Message) { m.Cc = []message.Address{{Address: al}} }))
	reply := at.arrive(t, named("2@customer.test", al, answers("1@customer.test")))
	if reply.Kind != Stranger || reply.Thread != first.Thread || len(at.people) != 1 {
		t.Errorf("%+v, of %d threads", reply, len(at.people))
	}
}

func TestCase8ReplyOvertakesTheMailItAnswers(t *testing.T) {
	at := newLearning()
	reply := at.arrive(t, named("2@customer.test", ann, answers("1@customer.test")))
	parent := at.arrive(t, named("1@customer.test", ann, func(*message.Message) {}))
	if reply.Kind != New || parent.Kind != Reply || parent.Thread != reply.Thread {
		t.Errorf("%+v, and then %+v", reply, parent)
	}
	at = newLearning()
	at.arrive(t, named("2@customer.test", al, answers("1@customer.test")))
	if parent := at.arrive(t, named("1@customer.test", ann, func(*message.Message) {})); parent.Kind != Stranger || len(at.people) != 1 {
		t.Errorf("the parent by another person: %+v", parent)
	}
}

func TestMergedThreadStandsForTheOther(t *testing.T) {
	o := resolve(t, mail(ann, func(m *message.Message) {
		m.InReplyTo = []string{minter.MessageID(mergedThread, "m1")}
		m.References = []string{"first@customer.test"}
	}))
	if o.Kind != Reply || o.Thread != annsThread {
		t.Errorf("%+v", o)
	}
}

func TestReadSubject(t *testing.T) {
	for line, want := range map[string]subject{
		"Quote":                           {base: "quote"},
		" Re:  RE: Quote  please ":        {base: "quote please", answers: true},
		"Re: Fwd: Quote":                  {base: "quote", answers: true},
		"Fwd: Re: Quote":                  {base: "quote", answers: true, forward: "fwd"},
		"[list] Re: [list] Quote":         {base: "quote", answers: true},
		"Re[2]: Re(3): Re^4: Quote":       {base: "quote", answers: true},
		"Quote (fwd)":                     {base: "quote", answers: true, forward: "fwd"},
		"[Fwd: Quote]":                    {base: "quote", answers: true, forward: "fwd"},
		"Antwort: Angebot":                {base: "angebot", answers: true},
		"回复：报价":                           {base: "报价", answers: true},
		"VL: Tarjous":                     {base: "tarjous", answers: true, forward: "vl"},
		"Regarding: my car":               {base: "regarding: my car"},
		"[only a tag]":                    {base: "[only a tag]"},
		"Re:":                             {answers: true},
		"2015: a good year for my Toyota": {base: "2015: a good year for my toyota"},
	} {
		if got := readSubject(line); got != want {
			t.Errorf("%q: %+v, want %+v", line, got, want)
		}
	}
}
