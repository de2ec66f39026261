package storefile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/store"
	"ppamaild/store/postgres"
)

// The configuration of an agency does not open the store of another agency, even if both share the
// mailbox of staff. A mailbox with a new name needs the word of an admin.
func TestStoreOfAnotherAgency(t *testing.T) {
	t.Parallel()
	south, west := config.Default(), config.Default()
	south.Store.Path = filepath.Join(t.TempDir(), "ppamaild.db")
	west.Store = south.Store
	south.Mailbox.Customer.Username = "quotes@south.test"
	west.Mailbox.Customer.Username = "quotes@west.test"
	south.Mailbox.Agency.Username = "staff@all.test"
	west.Mailbox.Agency = south.Mailbox.Agency
	open := func(cfg *config.Config) error {
		s, err := Open(cfg)
		if err == nil {
			err = s.Close()
		}
		return err
	}
	must(t, errors.Join(open(south), open(south)))
	_, probed := Probe(t.Context(), west)
	for _, err := range []error{open(west), probed} {
		if !errors.Is(err, ErrOwner) || !strings.Contains(err.Error(), "quotes@south.test/") ||
			!strings.Contains(err.Error(), "ppamaild store adopt") {
			t.Errorf("the store of another agency: %v", err)
		}
	}
	if was, err := Adopt(t.Context(), west); err != nil || was != south.Mailbox.Customer.Name() {
		t.Errorf("adopted from %q: %v", was, err)
	}
	must(t, open(west))
	if err := open(south); !errors.Is(err, ErrOwner) {
		t.Errorf("an adopted store: %v", err)
	}
}

// The store of an older program has no mark. It belongs to the agency that has read a mailbox.
func TestStoreWithoutOwner(t *testing.T) {
	t.Parallel()
	cfg := config.Default()
	cfg.Store.Path = filepath.Join(t.TempDir(), "ppamaild.db")
	s, err := openAny(t.Context(), cfg, postgres.Options{})
	must(t, err)
	must(t, s.Update(t.Context(), func(tx store.Tx) error {
		cursor := store.Cursor{Mailbox: "quotes@south.test/INBOX", UIDValidity: 1, LastUID: 1}
		in := store.Inbound{Mailbox: cursor.Mailbox, UIDValidity: 1, UID: 1}
		_, err := tx.Accept(in, []byte("Subject: Quote\r\n\r\n"), cursor)
		return err
	}))
	must(t, s.Close())
	cfg.Mailbox.Customer.Folder = "INBOX"
	cfg.Mailbox.Customer.Username = "quotes@west.test"
	if s, err := Open(cfg); !errors.Is(err, ErrOwner) {
		t.Errorf("%v: %v", s, err)
	}
	cfg.Mailbox.Customer.Username = "quotes@south.test"
	s, err = Open(cfg)
	must(t, err)
	must(t, s.Close())
}

// A database without a store is refused while the file of the configuration is a store.
func TestNewDatabaseBesideAStore(t *testing.T) {
	t.Parallel()
	cfg := inSchema(t, "beside")
	must(t, RefuseNew(cfg, false))
	must(t, os.WriteFile(cfg.Store.Path, nil, 0o600))
	_, probed := Probe(t.Context(), cfg)
	for _, err := range []error{RefuseNew(cfg, false), probed} {
		if err == nil || !strings.Contains(err.Error(), "ppamaild store copy --from bolt") {
			t.Errorf("a database next to a store: %v", err)
		}
	}
}
