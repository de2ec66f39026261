package daemon

import (
	"testing"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
)

func TestOpensNone(t *testing.T) {
	plain := func() parsedMail {
		return parsedMail{msg: &message.Message{MessageID: "1@customer.test"}, origin: origin.Origin{Kind: origin.Person}}
	}
	if r := plain(); r.opensNone() {
		t.Error("a person's first message opens a thread")
	}
	for name, change := range map[string]func(*parsedMail){
		"a part":          func(r *parsedMail) { r.in = store.Inbound{Partial: true} },
		"automatic":       func(r *parsedMail) { r.origin.Kind = origin.Bounce },
		"of nobody":       func(r *parsedMail) { r.origin.Problem = "it has two From fields" },
		"a reply":         func(r *parsedMail) { r.msg.InReplyTo = []string{"0@agency.test"} },
		"with references": func(r *parsedMail) { r.msg.References = []string{"0@agency.test"} },
	} {
		r := plain()
		if change(&r); !r.opensNone() {
			t.Errorf("%s: it opens no thread", name)
		}
	}
}

// TestForeseeOneAtATime: while one message is read ahead, the next is left to its run.
func TestForeseeOneAtATime(t *testing.T) {
	d := quietDaemon(t, Options{Config: quietConfig(t)})
	d.foresee(parsedMail{msg: &message.Message{MessageID: "1@customer.test"}, origin: origin.Origin{Kind: origin.Person}})
	if d.headstarts.foreseeing.Load() {
		t.Error("it did not end")
	}
	d.headstarts.foreseeing.Store(true)
	d.foresee(parsedMail{msg: &message.Message{}, origin: origin.Origin{Kind: origin.Person}})
	if !d.headstarts.foreseeing.Load() {
		t.Error("two were read at once")
	}
}
