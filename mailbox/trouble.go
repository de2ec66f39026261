package mailbox

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// maxAttempts bounds how often a message is asked for whole, and its connection
// lost, before its header must do.
const maxAttempts = 3

// trouble knows the messages that are fetched alone because they did not come
// with others: one bad message must not stop the rest. The state is by UID and
// lives as long as the Watcher.
type trouble map[uint32]int // failed attempts alone

// missingError is a FETCH that the server called complete but that left out
// messages: expunged meanwhile, unreadable, or answered in a form that go-imap drops.
type missingError struct{ uids []uint32 }

func (e *missingError) Error() string {
	return fmt.Sprintf("the server left out %d messages (UID %s)", len(e.uids), uidSet(e.uids))
}

// sound returns how many of uids, from the first on, gave no trouble.
func (t trouble) sound(uids []uint32) int {
	for i, uid := range uids {
		if _, ok := t[uid]; ok {
			return i
		}
	}
	return len(uids)
}

// suspect notes uids without counting an attempt.
func (t trouble) suspect(uids []uint32) {
	for _, uid := range uids {
		if _, ok := t[uid]; !ok {
			t[uid] = 0
		}
	}
}

// blame notes which messages a failure was about. Of several it may be any one,
// so the attempt counts only against a message that was alone.
func (t trouble) blame(ctx context.Context, err error) {
	failed, ok := errors.AsType[*fetchError](err)
	if !ok || ctx.Err() != nil {
		return
	}
	t.suspect(failed.uids)
	if len(failed.uids) == 1 {
		t[failed.uids[0]]++
	}
}

// takeAlone accepts one message that gave trouble, as much of it as can be had.
func (w *Watcher) takeAlone(ctx context.Context, s *session, uid uint32) error {
	attempts := w.trouble[uid]
	if attempts < maxAttempts {
		return w.takeWhole(ctx, s, uid)
	}
	a := w.arrival(fetched{uid: uid})
	a.Partial = true
	a.Problem = fmt.Sprintf("the mail server did not deliver this message in %d attempts; it still lies in the mailbox as UID %d", maxAttempts, uid)
	if attempts == maxAttempts {
		header, err := s.fetch(ctx, []uint32{uid}, options(onlyHeader), maxPartialHeader)
		if err != nil {
			return err
		}
		a.Raw = header[uid].body
	}
	w.log.Error("a message can't be read; it is accepted as partial", "uid", uid, "header_octets", len(a.Raw))
	return w.accept(ctx, []Arrival{a})
}

// takeWhole fetches one message alone. It passes over it only if the folder no
// longer holds it.
func (w *Watcher) takeWhole(ctx context.Context, s *session, uid uint32) error {
	answers, err := s.fetch(ctx, []uint32{uid}, withMeta(options()), 0)
	if err != nil {
		return err
	}
	f, ok := answers[uid]
	switch {
	case !ok:
		return w.passOver(ctx, s, uid)
	case w.tooOld(f):
		return nil
	case w.batchLength([]fetched{f}) == 0:
		err := w.acceptLarge(ctx, s, w.arrival(f))
		if _, missing := errors.AsType[*missingError](err); !missing {
			return err
		}
	}
	if f, err = w.fetchStray(ctx, s, f); err != nil {
		return err
	}
	if !f.came() {
		return w.passOver(ctx, s, uid)
	}
	return w.accept(ctx, []Arrival{w.arrival(f)})
}

// fetchStray fetches the body of f, also where go-imap does not match the answer.
func (w *Watcher) fetchStray(ctx context.Context, s *session, f fetched) (fetched, error) {
	section := wholeBody
	if w.oversize(f) {
		section = onlyHeader
	}
	s.strays.wanted.Store(true)
	defer s.strays.wanted.Store(false)
	answers, err := s.fetch(ctx, []uint32{f.uid}, options(section), w.account.MaxMessageSize)
	if err != nil {
		return f, err
	}
	got, ok := answers[f.uid]
	if !ok {
		got, _ = s.strays.find(f.uid)
	}
	f.body, f.cut = got.body, got.cut
	return f, nil
}

var errWithheld = errors.New("the folder holds it, but the server does not send it")

// passOver gives up on a message that is gone, and fails if it is not.
func (w *Watcher) passOver(ctx context.Context, s *session, uid uint32) error {
	there, err := s.exists(ctx, uid)
	if err != nil {
		return err
	}
	if there {
		return &fetchError{uids: []uint32{uid}, err: errWithheld}
	}
	delete(w.trouble, uid)
	w.log.Info("a message was expunged before it was read", "uid", uid)
	return nil
}

// exists reports whether the folder still holds uid.
func (s *session) exists(ctx context.Context, uid uint32) (bool, error) {
	uids, err := s.search(ctx, uid-1, time.Time{})
	return len(uids) > 0 && uids[0] == uid, err
}
