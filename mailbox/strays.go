package mailbox

import (
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"
)

// strays collects FETCH answers that go-imap cannot match to a command: it drops answers with
// the UID after the body. Collection is on only while a missing message is fetched alone.
type strays struct {
	limit   int64
	wanted  atomic.Bool
	fetched chan fetched
}

const strayWait = 250 * time.Millisecond // its handler may end after the command

func newStrays(limit int64) *strays {
	return &strays{limit: limit, fetched: make(chan fetched, 4)}
}

// handle runs in its own goroutine and must consume msg.
func (s *strays) handle(msg *imapclient.FetchMessageData) {
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
func (s *strays) find(uid uint32) (fetched, bool) {
	timer := time.NewTimer(strayWait)
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
