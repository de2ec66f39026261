package mailbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"ppamaild/mailbox/message"
)

// A server may send a truncated message, or the content of one message under the UID of another.
// The announced size proves neither, because many servers estimate it. A wrong size is only a
// reason to verify.

// remembered is the number of message digests that a Watcher remembers.
const remembered = 1024

// contents maps the digest of a message to the UID that it first had. The zero value is ready.
type contents struct {
	first map[[sha256.Size]byte]uint32
	order [][sha256.Size]byte
}

// duplicateOf returns another UID with the same content, or 0.
func (c *contents) duplicateOf(uid uint32, body []byte) uint32 {
	sum := sha256.Sum256(body)
	switch first, known := c.first[sum]; {
	case known && first != uid:
		return first
	case known:
		return 0
	}
	if c.first == nil {
		c.first = make(map[[sha256.Size]byte]uint32)
	}
	if len(c.order) == remembered {
		delete(c.first, c.order[0])
		c.order = c.order[1:]
	}
	c.first[sum], c.order = uid, append(c.order, sum)
	return 0
}

// forget removes content that came under a wrong UID.
func (c *contents) forget(body []byte) { delete(c.first, sha256.Sum256(body)) }

// suspicious returns the messages to verify. Either the size differs from the announced size, or
// another message has the same content. The other message may have been accepted before.
func (w *Watcher) suspicious(messages []fetched) (asked []fetched) {
	doubted := map[uint32]bool{}
	for _, f := range messages {
		if !f.hasBody() || f.cut || w.oversize(f) {
			continue
		}
		other := w.contents.duplicateOf(f.uid, f.body)
		if other != 0 || f.size != int64(len(f.body)) {
			doubted[f.uid] = true
		}
		if other != 0 && !slices.ContainsFunc(messages, func(f fetched) bool { return f.uid == other }) {
			asked = append(asked, fetched{uid: other, size: int64(len(f.body)), body: f.body})
		}
		doubted[other] = true
	}
	for _, f := range messages {
		if doubted[f.uid] {
			asked = append(asked, f)
		}
	}
	return asked
}

// mismatched verifies messages. It returns, by UID, the messages with a body that does not match
// the header or size that the server states, with the right header and the reason. Without an
// answer, the body counts as right.
func (w *Watcher) mismatched(
	ctx context.Context, s *session, asked []fetched,
) (map[uint32]mismatch, error) {
	if len(asked) == 0 {
		return nil, nil
	}
	var uids []uint32
	for _, f := range asked {
		uids = append(uids, f.uid)
	}
	headers, err := s.fetch(ctx, uids, options(onlyHeader), maxPartialHeader)
	if err != nil {
		return nil, err
	}
	more, err := s.findLonger(ctx, asked)
	if err != nil {
		return nil, err
	}
	wrong := map[uint32]mismatch{}
	for _, f := range asked {
		header, short := headers[f.uid], f.size-int64(len(f.body))
		switch {
		case len(header.body) > 0 && !sameHead(header.body, f.body):
			wrong[f.uid] = mismatch{header.body, "the mail server sends another message in its place"}
		case short > 0 && (more[f.uid] || !bytes.HasSuffix(f.body, []byte("\n"))):
			wrong[f.uid] = mismatch{header.body, sendsOnly(int64(len(f.body)), f.size)}
		default:
			continue
		}
		w.log.Warn("a message did not come as it is", "uid", f.uid, "error", wrong[f.uid].why)
		w.contents.forget(f.body)
	}
	return wrong, nil
}

// mismatch is a message that came with a truncated body, or with the body of another message.
type mismatch struct {
	header []byte // the right header
	why    string
}

func sendsOnly(octets, of int64) string {
	return fmt.Sprintf("the mail server sends %d of its %d bytes", octets, of)
}

// findLonger returns, by UID, the messages of which the server has more bytes than it sent. It
// asks in one round trip. A refusal counts as no more bytes.
func (s *session) findLonger(ctx context.Context, messages []fetched) (map[uint32]bool, error) {
	more := map[uint32]bool{}
	short := slices.DeleteFunc(slices.Clone(messages), func(f fetched) bool { return int64(len(f.body)) >= f.size })
	err := s.within(ctx, func(alive func()) error {
		var commands []*imapclient.FetchCommand
		for _, f := range short {
			rest := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Offset: int64(len(f.body)), Size: 1}}
			commands = append(commands, s.client.Fetch(uidSet([]uint32{f.uid}), options(rest)))
		}
		for i, cmd := range commands { // in the order of the answers, or go-imap waits forever
			err := drain(cmd, 1, alive, func(f fetched) {
				if f.uid == short[i].uid && len(f.body) > 0 {
					more[f.uid] = true
				}
			})
			if _, refused := errors.AsType[*imap.Error](err); err != nil && !refused {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("asking for the rest of messages: %w", err)
	}
	return more, nil
}

// sameHead reports whether a header belongs to a message. It compares identifying fields,
// because servers may write one header in several ways.
func sameHead(header, whole []byte) bool {
	a, err := message.Parse(bytes.NewReader(header), message.Limits{})
	if err != nil {
		return true // no proof of a difference
	}
	b, err := message.Parse(bytes.NewReader(whole), message.Limits{Bytes: maxPartialHeader})
	return err != nil || a.MessageID == b.MessageID && a.Date.Equal(b.Date) && slices.EqualFunc(a.From, b.From, func(a, b message.Address) bool { return a.Address == b.Address })
}
