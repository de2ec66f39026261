package daemon

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/carrier"
	"ppamaild/config"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// forging is a store of which the mails in the outbox have other bytes than were put
// there.
type forging struct{ store.Store }

func (s forging) View(ctx context.Context, fn func(store.Tx) error) error {
	return s.Store.View(ctx, func(tx store.Tx) error { return fn(forged{tx}) })
}

type forged struct{ store.Tx }

func (t forged) MailRaw(id uint64) ([]byte, error) {
	raw, err := t.Tx.MailRaw(id)
	return append(bytes.Clone(raw), "You are covered.\r\n"...), err
}

// A mail that differs by a single byte from the committed mail does not leave, and staff get a
// notice.
func TestAgentCase9AMailWhoseBytesChangedDoesNotLeave(t *testing.T) {
	o := newOffline(t)
	thread := o.toAlice().Thread
	o.decides(thread, 1, "ACCEPT")
	kept := o.Store
	o.Store = forging{kept}
	o.sends()
	o.Store = kept
	var failed []store.Mail
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
		return tx.MailByStatus(store.MailFailed, func(m store.Mail) bool {
			if m.Kind == store.MailCustomer {
				failed = append(failed, m)
			}
			return true
		})
	}))
	if len(failed) != 1 || failed[0].Attempts != 0 || !strings.Contains(failed[0].LastError, "differ from the committed bytes") || len(o.toCustomers("")) != 0 {
		t.Fatalf("failed: %+v, sent: %+v", failed, o.toCustomers(""))
	}
	o.passes(o.at)
	if got := o.outbox(play.Lee); len(got) == 0 || !strings.Contains(got[len(got)-1], "Not delivered") {
		t.Errorf("Lee got %q", got)
	}
}

// After a crash, a carrier call that differs from the approved call is not made.
func TestAgentCase9ACallThatChangedSinceItWasApprovedIsNotMade(t *testing.T) {
	for name, c := range map[string]struct {
		change func(s *agent.State)
		calls  int
		status store.ThreadStatus
	}{
		"nothing":   {func(*agent.State) {}, 2, store.ThreadAwaitingReview}, // of the next call
		"arguments": {func(s *agent.State) { s.PlannedToolInputs.Args = []byte(`{"effective_date":"2027-01-01"}`) }, 1, store.ThreadHandedOver},
	} {
		t.Run(name, func(t *testing.T) {
			api := &outside{Reference: carrier.NewReference(), calls: make(map[string][]bool)}
			o := newOffline(t, func(p *Options) {
				p.Carrier = api
				p.Config.Review.Gates[string(agent.StageCarrierCall)] = config.GateAlways
			})
			thread := o.asks(1)
			o.must(o.runner.RunThread(t.Context(), thread))
			o.arrives(o.reply(thread, 1, "ACCEPT"))
			kept := o.Store
			o.Store = &dying{kept, 1} // behind the attempt
			if died := o.runner.RunThread(t.Context(), thread); !errors.Is(died, errDied) {
				t.Fatal(died)
			}
			o.Store = kept
			o.rewrites(thread, c.change)
			o.must(o.runner.RunThread(t.Context(), thread))
			calls := 0
			for _, made := range api.calls {
				calls += len(made)
			}
			if got := o.status(thread); calls != c.calls || got != c.status {
				t.Errorf("%d calls were made, and the thread is %s", calls, got)
			}
			if got := o.outbox(play.Lee); c.status == store.ThreadHandedOver && !strings.Contains(got[len(got)-1], "Over to you") {
				t.Errorf("Lee got %q", got)
			}
		})
	}
}

// rewrites changes the state of a thread in the store.
func (o *offline) rewrites(thread string, change func(s *agent.State)) {
	o.Helper()
	o.must(o.Store.Update(o.Context(), func(tx store.Tx) error {
		head, err := tx.Head(thread)
		if err != nil {
			return err
		}
		s, err := agent.DecodeState(head.State)
		if err != nil {
			return err
		}
		change(&s)
		if head.State, err = s.Encode(); err != nil {
			return err
		}
		_, err = tx.PutHead(head)
		return err
	}))
}
