package journal

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ppamaild/store"
	"ppamaild/store/bolt"
)

// Message finds a message by its Message-ID and by its Ref, but not by a longer or shorter string.
func TestMessage(t *testing.T) {
	s, err := bolt.Open(filepath.Join(t.TempDir(), "test.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	in := store.Inbound{Mailbox: "quotes@agency.test/INBOX", UIDValidity: 1, UID: 1, Status: store.InboundPending, InternalDate: time.Unix(1, 0).UTC()}
	number, err := s.AcceptLarge(t.Context(), in, strings.NewReader("From: alice@customer.test\r\n\r\n"), store.Cursor{Mailbox: in.Mailbox, UIDValidity: 1, LastUID: 1})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Update(t.Context(), func(tx store.Tx) error {
		return tx.PutMessageID("hers@customer.test", store.MessageRef{Inbound: number})
	})
	if err != nil {
		t.Fatal(err)
	}
	for ref, found := range map[string]bool{
		"hers@customer.test": true, Ref(number): true,
		Ref(number) + "x": false, Ref(number + 1): false, "inbound-0" + Ref(number)[len("inbound-"):]: false, "his@customer.test": false, "": false,
	} {
		err := s.View(t.Context(), func(tx store.Tx) error {
			m, err := Message(tx, ref)
			if err == nil && m.ID != number {
				t.Errorf("%q names message %d", ref, m.ID)
			}
			return err
		})
		if !found && !errors.Is(err, store.ErrNotFound) || found && err != nil {
			t.Errorf("%q: %v", ref, err)
		}
	}
}
