package bare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"ppamaild/store"
)

// Message is a fetched message with the store's record of the message.
type Message struct {
	store.Inbound
	Raw []byte
}

// Inbox is an IMAP connection that waits for messages in INBOX.
type Inbox struct {
	client   *imapclient.Client
	arrived  chan struct{} // capacity 1
	name     string
	validity uint32
	last     imap.UID
}

// OpenInbox connects without TLS. The inbox begins with later messages.
func OpenInbox(addr, user, password string) (*Inbox, error) {
	in := &Inbox{arrived: make(chan struct{}, 1), name: user + "/INBOX"}
	client, err := imapclient.DialInsecure(addr, &imapclient.Options{
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: in.announced},
	})
	if err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", addr, err)
	}
	in.client = client
	if err := client.Login(user, password).Wait(); err != nil {
		return nil, errors.Join(fmt.Errorf("logging in as %s: %w", user, err), client.Close())
	}
	box, err := client.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening INBOX of %s: %w", user, err), client.Close())
	}
	in.validity, in.last = box.UIDValidity, box.UIDNext-1
	return in, nil
}

func (in *Inbox) announced(data *imapclient.UnilateralDataMailbox) {
	if data.NumMessages == nil {
		return
	}
	select {
	case in.arrived <- struct{}{}:
	default:
	}
}

// Await returns once messages were announced.
func (in *Inbox) Await(ctx context.Context) error {
	idle, err := in.client.Idle()
	if err != nil {
		return fmt.Errorf("starting IDLE: %w", err)
	}
	select {
	case <-in.arrived:
		return idle.Close()
	case <-ctx.Done():
		return errors.Join(context.Cause(ctx), idle.Close())
	}
}

// Fetch yields new messages on arrival.
func (in *Inbox) Fetch(yield func(Message)) error {
	var set imap.UIDSet
	set.AddRange(in.last+1, 0)
	fetch := in.client.Fetch(set, &imap.FetchOptions{
		UID: true, InternalDate: true, RFC822Size: true, BodySection: []*imap.FetchItemBodySection{{Peek: true}},
	})
	for data := fetch.Next(); data != nil; data = fetch.Next() {
		m, err := in.read(data)
		if err != nil {
			return errors.Join(err, in.client.Close())
		}
		// RFC 9051 §6.4.9: n:* includes the last message even if its number is below n.
		if uid := imap.UID(m.UID); uid > in.last {
			in.last = uid
			yield(m)
		}
	}
	return fetch.Close()
}

func (in *Inbox) read(data *imapclient.FetchMessageData) (m Message, err error) {
	m.Inbound = store.Inbound{Mailbox: in.name, UIDValidity: in.validity, AcceptedAt: time.Now(), Status: store.InboundPending}
	for item := data.Next(); item != nil; item = data.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			m.UID = uint32(item.UID)
		case imapclient.FetchItemDataInternalDate:
			m.InternalDate = item.Time
		case imapclient.FetchItemDataRFC822Size:
			m.Size = item.Size
		case imapclient.FetchItemDataBodySection:
			if m.Raw, err = io.ReadAll(item.Literal); err != nil {
				return m, fmt.Errorf("reading message %d: %w", m.UID, err)
			}
		}
	}
	return m, nil
}

// Close ends the connection.
func (in *Inbox) Close() error { return in.client.Close() }
