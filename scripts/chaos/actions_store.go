package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/storefile"
	"ppamaild/store"
	"ppamaild/store/crypt"
)

// Actions on the whole store, and erasures.

// alarming makes the customers' mailbox unreadable.
func (s *campaign) alarming(context.Context) (o order, err error) {
	sound, begun := s.config, time.Now()
	s.config, s.deaf = filepath.Join(s.dir, "deaf.toml"), true
	text, err := os.ReadFile(sound)
	if err != nil {
		return o, err
	}
	healed := filepath.Join(s.dir, "healed.toml")
	if err := os.WriteFile(healed, atOnce(text, ""), 0o600); err != nil {
		return o, err
	}
	return order{
		done: func(tx store.Tx) (n int, err error) {
			for _, status := range []store.MailStatus{store.MailQueued, store.MailSending, store.MailSent, store.MailRetrying} {
				err = errors.Join(err, tx.MailByStatus(status, func(m store.Mail) bool {
					if m.Kind == store.MailNotice && m.CreatedAt.After(begun) && strings.Contains(m.Subject, "cannot be read") {
						n = 1 // each staff member gets one
					}
					return true
				}))
			}
			return n, err
		},
		mend: func(ctx context.Context) error {
			s.config, s.deaf = healed, false
			defer func() { s.config = sound }()
			return errors.Join(s.first(ctx), s.until(ctx, allClear))
		},
	}, os.WriteFile(s.config, atOnce(text, "port = 1"), 0o600)
}

// atOnce returns a configuration with silence_alarm after a second, and the customers' mailbox
// at another port; "" keeps the port.
func atOnce(text []byte, port string) []byte {
	at := regexp.MustCompile(`(?m)^port = \d+$`).FindIndex(text) // the customers' mailbox comes first
	port = cmp.Or(port, string(text[at[0]:at[1]])) + "\nsilence_alarm = \"1s\""
	return slices.Replace(slices.Clone(text), at[0], at[1], []byte(port)...)
}

// allClear reports whether no fault is open. Each fault is reported once.
func allClear(tx store.Tx) (bool, error) {
	timers, err := tx.Timers(journal.AgencyThread)
	return !slices.ContainsFunc(timers, func(t store.Timer) bool { return strings.HasPrefix(t.Name, "alarm:") }), err
}

func (s *campaign) backingUp(ctx context.Context) (order, error) {
	file := filepath.Join(s.dir, fmt.Sprintf("errand-%d.db", time.Now().UnixNano()))
	return order{command: []string{"backup", file}, apart: true, refused: true, seen: func() (int, error) {
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return 0, nil
		}
		cfg, err := config.Load(s.config)
		if err != nil {
			return 0, err
		}
		return 1, storefile.Check(ctx, cfg, file)
	}}, nil
}

func (s *campaign) compacting(context.Context) (order, error) {
	file := filepath.Join(s.dir, "ppamaild.db")
	before, err := os.Stat(file)
	return order{command: []string{"store", "compact"}, apart: true, seen: func() (int, error) {
		now, err := os.Stat(file)
		if err != nil || os.SameFile(before, now) {
			return 0, err
		}
		return 1, nil
	}}, err
}

func (s *campaign) keeping(context.Context) (order, error) {
	address := fmt.Sprintf("errand%d@customer.test", time.Now().UnixNano())
	return order{command: []string{"hold", address}, done: func(tx store.Tx) (n int, err error) {
		holds, err := tx.Holds()
		for _, h := range holds {
			if h.On == address {
				n++
			}
		}
		return n, err
	}}, nil
}

// erasing forgets a customer while the program runs.
func (s *campaign) erasing(ctx context.Context) (order, error) {
	k, err := s.ends(ctx)
	return order{command: []string{"forget", k.address}, refused: true, done: func(tx store.Tx) (n int, err error) {
		h, err := tx.Head(k.thread)
		if len(h.Participants) == 0 {
			n = 1
		}
		return n, err
	}}, err
}

// scrubbing forgets a customer while the program is stopped. No data of the customer may be
// left in the file. A repetition finds no customer and compacts the store.
func (s *campaign) scrubbing(ctx context.Context) (order, error) {
	k, err := s.ends(ctx)
	return order{command: []string{"forget", k.address}, apart: true, vague: true, refused: true, begun: true, seen: func() (int, error) {
		file, err := os.ReadFile(filepath.Join(s.dir, "ppamaild.db"))
		if err != nil || bytes.Contains(file, []byte(k.address)) {
			return 0, err
		}
		return 1, nil
	}}, err
}

// rekeying adds a new first key to the store. The action is done when the other keys are no
// longer needed.
func (s *campaign) rekeying(ctx context.Context) (o order, err error) {
	file := filepath.Join(s.dir, "store.key")
	keys, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		keys = newKey()
		err = errors.Join(os.WriteFile(file, keys, 0o600), s.encrypts(ctx))
	}
	if err != nil {
		return o, err
	}
	newest := newKey()
	ring, err := crypt.Parse(string(newest))
	return order{command: []string{"store", "rekey"}, apart: true, seen: func() (int, error) {
		cfg, err := config.Load(s.config)
		if err != nil {
			return 0, err
		}
		cfg.Store.Keys = ring
		switch err := storefile.Check(ctx, cfg, cfg.Store.Path); {
		case errors.Is(err, store.ErrKey):
			return 0, nil
		default:
			return 1, err
		}
	}}, errors.Join(err, os.WriteFile(file, append(newest, keys...), 0o600))
}

// newKey returns a line of a key file.
func newKey() []byte {
	key := make([]byte, crypt.KeySize)
	rand.Read(key) // never fails
	return []byte(base64.StdEncoding.EncodeToString(key) + "\n")
}

// encrypts encrypts the store and all its data.
func (s *campaign) encrypts(ctx context.Context) error {
	text, err := os.ReadFile(s.config)
	if err != nil {
		return err
	}
	text = bytes.Replace(text, []byte("[store]\n"), []byte("[store]\nencryption_key_file = \"store.key\"\n"), 1)
	if err := errors.Join(os.WriteFile(s.config, text, 0o600), s.rest()); err != nil {
		return err
	}
	if out, err := s.ppamaild(ctx, "", "store", "rekey"); err != nil {
		return fmt.Errorf("encrypting the store: %w\n%s", err, out)
	}
	return nil
}

// ends returns a conversation that an admin has ended.
func (s *campaign) ends(ctx context.Context) (next opened, err error) {
	if len(s.ended) == 0 {
		if s.ended, err = s.open(ctx, 5); err != nil {
			return next, err
		}
		for _, k := range s.ended {
			if out, err := s.ppamaild(ctx, "", "threads", "cancel", k.thread); err != nil {
				return next, fmt.Errorf("ending %s: %w\n%s", k.thread, err, out)
			}
		}
		err = s.until(ctx, func(tx store.Tx) (bool, error) {
			for _, k := range s.ended {
				h, err := tx.Head(k.thread)
				mails, waitErr := tx.WaitingMail(k.thread)
				if err = errors.Join(err, waitErr); err != nil || h.Status != store.ThreadCancelled || len(mails) > 0 {
					return false, err
				}
			}
			return true, nil
		})
	}
	if err == nil {
		next, s.ended = s.ended[0], s.ended[1:]
	}
	return next, err
}
