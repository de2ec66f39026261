package sandbox

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// pollInterval is the interval of Wait. IDLE would not be faster, because Dovecot collects
// notifications for half a second.
const pollInterval = 25 * time.Millisecond

// answerLimit is the time limit for opening the INBOX or fetching new mail, if another
// connection can retry. Without a limit a test could wait forever for mail that has arrived.
// onlyLimit is the time limit without a retry.
const (
	answerLimit = 4 * time.Second
	onlyLimit   = time.Minute
)

// Wait returns the oldest message that match accepts and no earlier Wait returned. Wait waits
// until ctx ends, or for a minute if ctx has no deadline. A nil match accepts each message.
// Other messages stay for later calls. Wait reconnects after a broken connection.
func (p *Person) Wait(ctx context.Context, match func(Received) bool) (Received, error) {
	if _, bounded := ctx.Deadline(); !bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Minute)
		defer cancel()
	}
	p.inbox.Lock()
	defer p.inbox.Unlock()
	var found Received
	look := func() bool {
		i := slices.IndexFunc(p.unread, func(r Received) bool { return match == nil || match(r) })
		if i < 0 {
			return false
		}
		found = p.unread[i]
		p.unread = slices.Delete(p.unread, i, i+1)
		return true
	}
	var broken error
	for {
		err := p.watch(ctx, look)
		if err == nil {
			return found, nil
		}
		if ctx.Err() != nil {
			return Received{}, fmt.Errorf("%s waiting for mail, %d passed over: %w",
				p.Address, len(p.unread), errors.Join(ctx.Err(), broken))
		}
		broken = err
		pause(ctx)
	}
}

// Follow calls fn with each arriving message that no Wait returned, until ctx ends. Follow
// reconnects after a broken connection.
func (p *Person) Follow(ctx context.Context, fn func(Received)) {
	p.inbox.Lock()
	defer p.inbox.Unlock()
	pass := func() bool {
		for _, r := range p.unread {
			fn(r)
		}
		p.unread = nil
		return false
	}
	for ctx.Err() == nil {
		_ = p.watch(ctx, pass) // retried after any error
		pause(ctx)
	}
}

// Inbox calls fn with all messages in the INBOX, oldest first. Wait and Follow are not
// affected.
func (p *Person) Inbox(ctx context.Context, fn func(Received)) error {
	client, next, err := p.openInbox(ctx, onlyLimit)
	if err != nil {
		return err
	}
	defer client.Close()
	if next == 1 {
		return nil
	}
	var all imap.UIDSet
	all.AddRange(1, 0) // 0 means *
	whole := &imap.FetchItemBodySection{Peek: true}
	cmd := client.Fetch(all, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{whole}})
	for m := cmd.Next(); m != nil; m = cmd.Next() {
		got, err := m.Collect()
		if err != nil {
			return fmt.Errorf("fetching from INBOX: %w", err)
		}
		r, err := parse(got.FindBodySection(whole))
		if err != nil {
			return fmt.Errorf("reading message %d: %w", got.UID, err)
		}
		fn(r)
	}
	return cmd.Close()
}

// watch polls for mail over one connection until look returns true.
func (p *Person) watch(ctx context.Context, look func() bool) error {
	client, _, err := p.openInbox(ctx, answerLimit)
	if err != nil {
		return err
	}
	defer client.Close()
	for ctx.Err() == nil {
		if err := inTime(answerLimit, client, func() error { return p.fetchNew(client) }); err != nil {
			return err
		}
		if look() {
			return nil
		}
		pause(ctx)
	}
	return ctx.Err()
}

// inTime calls do and closes conn if do takes longer than limit.
func inTime(limit time.Duration, conn io.Closer, do func() error) error {
	late := time.AfterFunc(limit, func() { _ = conn.Close() })
	defer late.Stop()
	return do()
}

func pause(ctx context.Context) {
	select {
	case <-time.After(pollInterval):
	case <-ctx.Done():
	}
}

// openInbox connects over IMAPS, until ctx ends, and selects INBOX read-only, within limit.
func (p *Person) openInbox(ctx context.Context, limit time.Duration) (client *imapclient.Client, uidNext uint32, err error) {
	conn, _, err := dial(ctx, p.host.IMAPS())
	if err != nil {
		return nil, 0, err
	}
	client = imapclient.New(tls.Client(conn, p.tls), nil)
	err = inTime(limit, conn, func() error {
		user, password := p.host.Account(p.Address)
		if err := client.Login(user, password).Wait(); err != nil {
			return fmt.Errorf("logging in: %w", err)
		}
		inbox, err := client.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait()
		if err != nil {
			return fmt.Errorf("selecting INBOX: %w", err)
		}
		uidNext = uint32(inbox.UIDNext)
		return nil
	})
	if err != nil {
		return nil, 0, errors.Join(err, client.Close())
	}
	return client, uidNext, nil
}

// fetchNew appends the messages after lastUID to unread.
func (p *Person) fetchNew(client *imapclient.Client) error {
	var since imap.UIDSet
	since.AddRange(imap.UID(p.lastUID+1), 0) // 0 means *
	found, err := client.UIDSearch(&imap.SearchCriteria{UID: []imap.UIDSet{since}}, nil).Wait()
	if err != nil {
		return fmt.Errorf("searching INBOX: %w", err)
	}
	for _, uid := range found.AllUIDs() {
		// RFC 9051 §6.4.9: n:* includes the last message even if n is higher.
		if uint32(uid) <= p.lastUID {
			continue
		}
		raw, err := fetch(client, uid)
		if err != nil {
			return err
		}
		r, err := parse(raw)
		if err != nil {
			return fmt.Errorf("reading message %d: %w", uid, err)
		}
		p.unread = append(p.unread, r)
		p.lastUID = uint32(uid)
	}
	return nil
}

func fetch(client *imapclient.Client, uid imap.UID) ([]byte, error) {
	whole := &imap.FetchItemBodySection{Peek: true}
	messages, err := client.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{
		UID:         true,
		BodySection: []*imap.FetchItemBodySection{whole},
	}).Collect()
	if err != nil {
		return nil, fmt.Errorf("fetching message %d: %w", uid, err)
	}
	if len(messages) != 1 {
		return nil, fmt.Errorf("fetching message %d: %d answers", uid, len(messages))
	}
	return messages[0].FindBodySection(whole), nil
}
