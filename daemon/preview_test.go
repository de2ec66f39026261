package daemon

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ppamaild/mailbox"
	"ppamaild/store"
)

const lone = "From: Alice Moreno <alice@customer.test>\r\nTo: quotes@agency.test\r\nSubject: Quote\r\n" +
	"Message-ID: <1@customer.test>\r\n\r\nI drive a 2019 Honda Civic.\r\n"

// acceptAll accepts messages as one batch and returns what is then to be routed.
func acceptAll(t *testing.T, d *Daemon, raw ...string) []store.Inbound {
	t.Helper()
	var batch []mailbox.Arrival
	for i, r := range raw {
		batch = append(batch, mailbox.Arrival{UID: uint32(i + 1), UIDValidity: 1, Size: int64(len(r)), Raw: []byte(r)})
	}
	if err := (sink{d, "quotes@agency.test/INBOX"}).Accept(t.Context(), batch, store.Cursor{Mailbox: "quotes@agency.test/INBOX"}); err != nil {
		t.Fatal(err)
	}
	pending, err := d.pending(t.Context())
	if err != nil || len(pending) != len(raw) {
		t.Fatalf("%d messages are to be routed, not %d: %v", len(pending), len(raw), err)
	}
	return pending
}

// TestPreviewIsOfTheStoredMessage: what was read ahead stands for the message as it was
// stored, with the number that it has there, once; for any other it does not.
func TestPreviewIsOfTheStoredMessage(t *testing.T) {
	d := quietDaemon(t, Options{Config: quietConfig(t)})
	in := acceptAll(t, d, lone)[0]
	if d.previews.last.Load() == nil {
		t.Error("a message that came alone was not read ahead")
	}
	r, there := d.previews.take(in, []byte(lone))
	if !there || r.in.ID != in.ID || r.in.ID == 0 || r.msg.MessageID != "1@customer.test" || !strings.Contains(r.reply.Text, "Civic") {
		t.Errorf("read ahead: %v, %+v", there, r)
	}
	if _, there := d.previews.take(in, []byte(lone)); there {
		t.Error("it was taken twice")
	}
	d.preview(t.Context(), in, []byte(lone))
	if _, there := d.previews.take(in, []byte(strings.Replace(lone, "2019", "2018", 1))); there {
		t.Error("it was taken for a message that says something else")
	}
}

// TestPreviewGoesOnWithoutItsConnection: that what brought a message is gone says nothing
// of the message.
func TestPreviewGoesOnWithoutItsConnection(t *testing.T) {
	d := quietDaemon(t, Options{Config: quietConfig(t)})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	fromStaff := strings.Replace(lone, "alice@customer.test", "lee@agency.test", 1)
	d.preview(ctx, store.Inbound{}, []byte(fromStaff))
	r, there := d.previews.take(store.Inbound{ID: 7}, []byte(fromStaff))
	plain, err := d.read(t.Context(), store.Inbound{ID: 7}, []byte(fromStaff))
	if err != nil || !there || r.evidence != plain.evidence {
		t.Errorf("%v: %+v, not %+v (%v)", there, r.evidence, plain.evidence, err)
	}
}

// TestBrokenPreview: what goes wrong in it is as if nobody had looked.
func TestBrokenPreview(t *testing.T) {
	d := quietDaemon(t, Options{Config: quietConfig(t)})
	pending := acceptAll(t, d, lone)
	d.previews.last.Store(&preview{[]byte(lone), func() (reading, error) { return reading{}, errors.New("it broke") }})
	got, err := d.readAll(t.Context(), pending)
	if err != nil || len(got) != 1 || got[0].in.ID != pending[0].ID || got[0].msg.MessageID != "1@customer.test" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestNoPreview(t *testing.T) {
	d := quietDaemon(t, Options{Config: quietConfig(t)})
	acceptAll(t, d, lone, strings.Replace(lone, "1@", "2@", 1))
	d.preview(t.Context(), store.Inbound{Partial: true}, []byte(lone))
	d.preview(t.Context(), store.Inbound{}, []byte(lone+strings.Repeat("x", previewSize)))
	if d.previews.last.Load() != nil {
		t.Error("a message of several, a part, or a large one was read ahead")
	}
}
