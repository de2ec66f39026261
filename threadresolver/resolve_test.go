package threadresolver

import (
	"context"
	"errors"
	"net/textproto"
	"slices"
	"strings"
	"testing"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

var minter = Minter{Key: []byte("0123456789abcdef0123456789abcdef"), Domain: "agency.test"}

const (
	annsThread   = "Q-7F3K2M"
	mergedThread = "Q-MERGED" // into Ann's
	bobsThread   = "Q-9ACDEF"
)

// memory is an index of two threads: Ann's and Bob's.
type memory struct {
	ids  map[string]string
	fail error
}

func (m memory) ByMessageID(id string) (string, bool, error) {
	thread, ok := m.ids[id]
	return thread, ok, m.fail
}

func (m memory) Thread(id string) (string, []string, error) {
	if id == mergedThread {
		id = annsThread
	}
	return id, map[string][]string{annsThread: {"ann@customer.test", "al@customer.test"}, bobsThread: {"bob@customer.test"}}[id], m.fail
}

func index() memory {
	return memory{ids: map[string]string{"first@customer.test": annsThread, "bobs@customer.test": bobsThread, "0100@email.rewriter.test": annsThread}}
}

func resolve(t *testing.T, m *message.Message) Outcome {
	t.Helper()
	r := Resolver{Minter: minter, Phrases: english, Index: index()}
	o, err := r.Resolve(t.Context(), Collect(m, reply.Extract(m)))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func mail(from string, change func(*message.Message)) *message.Message {
	m := &message.Message{Header: textproto.MIMEHeader{}, MessageID: "new@customer.test", From: []message.Address{{Address: from}}, Text: "It is a 2019 Civic."}
	change(m)
	return m
}

func TestResolve(t *testing.T) {
	ours := minter.MessageID(annsThread, "m1")
	forged := strings.Replace(ours, ".m1.", ".m2.", 1)
	ref := minter.ThreadRef(annsThread)
	type msg = message.Message
	for name, c := range map[string]struct {
		from   string
		change func(*msg)
		kind   Kind
		thread string
	}{
		"nothing to go by":   {"ann@customer.test", func(*msg) {}, New, ""},
		"answer to ours":     {"ann@customer.test", func(m *msg) { m.InReplyTo = []string{ours} }, Reply, annsThread},
		"another case":       {"Ann@Customer.Test", func(m *msg) { m.InReplyTo = []string{strings.ToUpper(ours)} }, Reply, annsThread},
		"in References only": {"ann@customer.test", func(m *msg) { m.References = []string{"x@y.test", ours} }, Reply, annsThread},
		"known customer id":  {"ann@customer.test", func(m *msg) { m.InReplyTo = []string{"first@customer.test"} }, Reply, annsThread},
		"reference in text":  {"ann@customer.test", func(m *msg) { m.Text += "\nRef: " + ref }, Reply, annsThread},
		"in quoted text":     {"ann@customer.test", func(m *msg) { m.Text += "\n> Ref: " + ref[:20] + "\n> " + ref[20:] }, Reply, annsThread},
		"plus tag": {"ann@customer.test", func(m *msg) {
			m.Header["Delivered-To"] = []string{"quotes+" + strings.ToLower(ref) + "@agency.test"}
		}, Reply, annsThread},
		"all agree":           {"ann@customer.test", func(m *msg) { m.InReplyTo = []string{ours}; m.Text += "\n> " + ref }, Reply, annsThread},
		"unknown thread":      {"ann@customer.test", func(m *msg) { m.InReplyTo = []string{minter.MessageID("Q-AAAAAA", "m1")} }, New, ""},
		"review reference":    {"ann@customer.test", func(m *msg) { m.Text += "\nRef: " + strings.Replace(ref, "-c-", "-4-", 1) }, New, ""},
		"forged mark in text": {"ann@customer.test", func(m *msg) { m.Text += "\nRef: " + annsThread + "-c-" + strings.Repeat("a", 26) }, New, ""},
		"two threads":         {"ann@customer.test", func(m *msg) { m.InReplyTo = []string{ours}; m.References = []string{"bobs@customer.test"} }, Conflict, ""},
		"forged and unknown":  {"ann@customer.test", func(m *msg) { m.InReplyTo = []string{forged} }, New, ""},
		"stranger, by id":     {"eve@evil.test", func(m *msg) { m.InReplyTo = []string{ours} }, Stranger, annsThread},
		"stranger, by text":   {"eve@evil.test", func(m *msg) { m.Text += ref }, Stranger, annsThread},
		"look-alike sender":   {"\u0430nn@customer.test", func(m *msg) { m.InReplyTo = []string{ours} }, Stranger, annsThread},
		"nobody":              {"", func(m *msg) { m.InReplyTo, m.From = []string{ours}, nil }, Stranger, annsThread},
	} {
		t.Run(name, func(t *testing.T) {
			if o := resolve(t, mail(c.from, c.change)); o.Kind != c.kind || o.Thread != c.thread {
				t.Errorf("%+v, want %s %s", o, c.kind, c.thread)
			}
		})
	}
}

func TestCase4ReferencesLostButReferenceLineThere(t *testing.T) {
	o := resolve(t, mail("ann@customer.test", func(m *message.Message) {
		m.References = []string{"something-else@phone.test"}
		m.Text = "Yes.\n\n> Ref: " + minter.ThreadRef(annsThread)
	}))
	if o.Kind != Reply || o.Thread != annsThread {
		t.Errorf("%+v", o)
	}
}

func TestCase2RewrittenIDIsFoundByItsAlias(t *testing.T) {
	o := resolve(t, mail("ann@customer.test", func(m *message.Message) { m.InReplyTo = []string{"0100@email.rewriter.test"} }))
	if o.Kind != Reply || o.Thread != annsThread {
		t.Errorf("%+v", o)
	}
}

func TestCase5PlusTagIsOneSignalOfSeveral(t *testing.T) {
	o := resolve(t, mail("ann@customer.test", func(m *message.Message) {
		m.Header["To"] = []string{"quotes+" + strings.ToLower(minter.ThreadRef(bobsThread)) + "@agency.test"}
		m.InReplyTo = []string{minter.MessageID(annsThread, "m1")}
	}))
	if o.Kind != Conflict || !slices.Equal(o.Candidates, []string{annsThread, bobsThread}) {
		t.Errorf("%+v", o)
	}
}

// The resolver reads each field in which mail servers record the original recipient.
func TestCase5TagInEachField(t *testing.T) {
	for _, field := range []string{"To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To"} {
		o := resolve(t, mail("bob@customer.test", func(m *message.Message) {
			m.Header[field] = []string{"quotes+" + strings.ToLower(minter.ThreadRef(bobsThread)) + "@agency.test"}
		}))
		if o.Kind != Reply || o.Thread != bobsThread {
			t.Errorf("%s: %+v", field, o)
		}
	}
}

func TestCase6SubjectNeverJoins(t *testing.T) {
	o := resolve(t, mail("ann@customer.test", func(m *message.Message) { m.Subject = "Re: [" + bobsThread + "] Your quote, also [Q-AAAAAA]" }))
	if o.Kind != New || !slices.Equal(o.Hints, []string{bobsThread}) {
		t.Errorf("%+v, want new, with a hint at %s", o, bobsThread)
	}
}

func TestCase7ForwardIsNotMergedSilently(t *testing.T) {
	for subject, want := range map[string]Kind{
		"Fwd: Your quote": Conflict, "WG: Angebot": Conflict, "TR: Devis": Conflict, "RV: Cotización": Conflict, "FW: [Q-7F3K2M] x": Conflict,
		"Re: Fwd: Your quote": Reply, "Your quote": Reply, "Re: Your quote": Reply,
	} {
		o := resolve(t, mail("ann@customer.test", func(m *message.Message) {
			m.Subject, m.References = subject, []string{minter.MessageID(annsThread, "m1")}
		}))
		if o.Kind != want {
			t.Errorf("%q: %+v, want %s", subject, o, want)
		}
	}
}

func TestCase7SiblingsOfAnUnseenRootStayTogether(t *testing.T) {
	first := mail("ann@customer.test", func(m *message.Message) { m.References = []string{"unseen@customer.test"} })
	at := index()
	for _, id := range Collect(first, reply.Extract(first)).Learn() {
		at.ids[id] = annsThread
	}
	sibling := mail("ann@customer.test", func(m *message.Message) {
		m.MessageID, m.References = "sibling@customer.test", []string{"unseen@customer.test"}
	})
	r := Resolver{Minter: minter, Phrases: english, Index: at}
	if o, err := r.Resolve(t.Context(), Collect(sibling, reply.Extract(sibling))); err != nil || o.Thread != annsThread {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestCase8ReplyBeforeOurFirstAnswer(t *testing.T) {
	o := resolve(t, mail("al@customer.test", func(m *message.Message) { m.InReplyTo = []string{"first@customer.test"} }))
	if o.Kind != Reply || o.Thread != annsThread {
		t.Errorf("%+v, want one thread for one matter", o)
	}
}

func TestCase9SignalsDisagree(t *testing.T) {
	o := resolve(t, mail("ann@customer.test", func(m *message.Message) {
		m.InReplyTo = []string{minter.MessageID(annsThread, "m1")}
		m.Text = "see\n> " + minter.ThreadRef(bobsThread)
	}))
	if o.Kind != Conflict || o.Thread != "" || len(o.Candidates) != 2 || len(o.Why) < 3 {
		t.Errorf("%+v", o)
	}
}

// A Message-ID with the daemon's mark for one thread, indexed for another thread, names both.
func TestCase9MarkAndIndexDisagree(t *testing.T) {
	ours := minter.MessageID(annsThread, "m1")
	known := index()
	known.ids[ours] = bobsThread
	m := mail("ann@customer.test", func(m *message.Message) { m.InReplyTo = []string{ours} })
	r := Resolver{Minter: minter, Phrases: english, Index: known}
	o, err := r.Resolve(t.Context(), Collect(m, reply.Extract(m)))
	if err != nil || o.Kind != Conflict || !slices.Equal(o.Candidates, []string{annsThread, bobsThread}) {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestCase10ForgedMessageIDJoinsNothing(t *testing.T) {
	for _, id := range []string{"q-7f3k2m.m1." + strings.Repeat("a", 26) + "@agency.test", "q-7f3k2m@agency.test", "q-7f3k2m.m1.@agency.test"} {
		o := resolve(t, mail("ann@customer.test", func(m *message.Message) { m.InReplyTo = []string{id} }))
		if o.Kind != New {
			t.Errorf("%s: %+v", id, o)
		}
	}
}

func TestCase13ReplyToIsNoIdentity(t *testing.T) {
	o := resolve(t, mail("eve@evil.test", func(m *message.Message) {
		m.ReplyTo = []message.Address{{Address: "ann@customer.test"}}
		m.InReplyTo = []string{minter.MessageID(annsThread, "m1")}
	}))
	if o.Kind != Stranger {
		t.Errorf("%+v", o)
	}
	both := resolve(t, mail("ann@customer.test", func(m *message.Message) {
		m.From = append(m.From, message.Address{Address: "eve@evil.test"})
		m.InReplyTo = []string{minter.MessageID(annsThread, "m1")}
	}))
	if both.Kind != Stranger {
		t.Errorf("a second author: %+v", both)
	}
}

func TestResolveReportsFailure(t *testing.T) {
	broken := errors.New("disk")
	r := Resolver{Minter: minter, Phrases: english, Index: memory{fail: broken}}
	if _, err := r.Resolve(t.Context(), Signals{IDs: []ID{{Value: "x@y.test"}}}); !errors.Is(err, broken) {
		t.Errorf("err %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Resolve(ctx, Signals{}); !errors.Is(err, context.Canceled) {
		t.Errorf("err %v", err)
	}
}
