package mailbox

import (
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"
)

// unmatched collects FETCH answers that go-imap cannot match to a command, because the UID
// follows the body. Collection is on only while a missing message is fetched alone.
type unmatched struct {
	limit   int64
	wanted  atomic.Bool
	fetched chan fetched
}

const unmatchedWait = 250 * time.Millisecond // the handler may end after the command

func newUnmatched(limit int64) *unmatched {
	return &unmatched{limit: limit, fetched: make(chan fetched, 4)}
}

// handle runs in its own goroutine and must consume msg.
func (s *unmatched) handle(msg *imapclient.FetchMessageData) {
	if !s.wanted.Load() {
		for msg.Next() != nil {
		}
		return
	}
	f, err := readMessage(msg, s.limit, func() {})
	if err != nil || f.body == nil {
		return
	}
	select {
	case s.fetched <- f:
	default:
	}
}

// find waits briefly for the answer about uid.
func (s *unmatched) find(uid uint32) (fetched, bool) {
	timer := time.NewTimer(unmatchedWait)
	defer timer.Stop()
	for {
		select {
		case f := <-s.fetched:
			if f.uid == uid {
				return f, true
			}
		case <-timer.C:
			return fetched{}, false
		}
	}
}
