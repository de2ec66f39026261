package daemon

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"ppamaild/store"
)

// The log warns about a store that has read other mailboxes, because the store may belong to
// another configuration. A new store, or a store with known mailboxes, causes no warning.
func TestStoreOfOtherMailboxesIsToldOf(t *testing.T) {
	var log bytes.Buffer
	o := newOffline(t, func(o *Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	log.Reset()
	says := func(want string) {
		t.Helper()
		log.Reset()
		o.must(o.warnOfNewMailboxes(t.Context()))
		if !strings.Contains(log.String(), want) || want == "" && log.Len() > 0 {
			t.Errorf("want %q:\n%s", want, log.String())
		}
	}
	says("")
	o.arrives(automatic(1)) // into INBOX alone, which is not configured
	says("mailbox=quotes@agency.test/INBOX")
	says("mailbox=reviews@agency.test/INBOX")
	o.must(o.Store.Update(t.Context(), func(tx store.Tx) error { return tx.PutCursor(store.Cursor{Mailbox: "quotes@agency.test/INBOX"}) }))
	if says("mailbox=reviews@agency.test/INBOX"); strings.Contains(log.String(), "quotes@agency.test/INBOX") {
		t.Errorf("it has read that one:\n%s", log.String())
	}
}
