package threadresolver

import (
	"fmt"
	"slices"
	"testing"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

func TestCollectIsBounded(t *testing.T) {
	m := &message.Message{MessageID: "me@x.test"}
	for i := range 5000 {
		m.References = append(m.References, fmt.Sprintf("%d@x.test", i))
	}
	s := Collect(m, reply.Extract(m))
	if len(s.IDs) != maxIDs+1 || s.IDs[0].Value != "0@x.test" || s.IDs[maxIDs-1].Value != "4999@x.test" || s.IDs[maxIDs].Value != "me@x.test" {
		t.Errorf("%d ids, from %v to %v; want the root and the parent among %d, and its own", len(s.IDs), s.IDs[0], s.IDs[len(s.IDs)-1], maxIDs)
	}
}

func TestLearn(t *testing.T) {
	m := &message.Message{MessageID: "me@x.test", InReplyTo: []string{"a@x.test"}, References: []string{"r@x.test", "a@x.test", "r@x.test"}}
	if got, want := Collect(m, reply.Reply{}).Learn(), []string{"me@x.test", "a@x.test", "r@x.test"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func FuzzCollect(f *testing.F) {
	f.Add("Fwd: [Q-7F3K2M] x", "Ref: "+minter.ThreadRef(annsThread), "quotes+x@agency.test")
	f.Fuzz(func(t *testing.T, subject, text, to string) {
		m := mail("ann@customer.test", func(m *message.Message) {
			m.Subject, m.Text = subject, text
			m.Header["To"] = []string{to}
		})
		r := Resolver{Minter: minter, Phrases: english, Index: index()}
		o, err := r.Resolve(t.Context(), Collect(m, reply.Extract(m)))
		if err != nil || (o.Thread != "") != (o.Kind == Reply || o.Kind == Stranger) || (o.Candidates != nil) != (o.Kind == Conflict) {
			t.Fatalf("%+v, %v", o, err)
		}
	})
}
