package daemon

import (
	"fmt"
	"sync"

	"ppamaild/store"
	"ppamaild/templates"
)

// copiesLeft is what copyLoop could not file yet, for whoever asks how it stands.
type copiesLeft struct {
	mu     sync.Mutex
	filed  bool // the last that was tried was
	missed bool // some were not taken up
	mails  int
	oldest store.Mail
	why    error // of the last failure
}

func (c *copiesLeft) miss() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.missed = true
}

func (c *copiesLeft) takeMissed() (missed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	missed, c.missed = c.missed, false
	return missed
}

// tried notes what came of filing one.
func (c *copiesLeft) tried(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.filed = err == nil; !c.filed {
		c.why = err
	}
}

// leave notes what is left to file; where nothing is, what failed is over.
func (c *copiesLeft) leave(left []store.Mail) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mails, c.oldest = len(left), store.Mail{}
	if c.mails == 0 {
		c.why = nil
	}
	for i, m := range left {
		if i == 0 || m.SentAt.Before(c.oldest.SentAt) {
			c.oldest = m
		}
	}
}

// missing is how many are left to file.
func (c *copiesLeft) missing() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.mails
}

// copiesMissing is that mails to customers have left, and no copy of them can be filed.
func (d *Daemon) copiesMissing() fault {
	c := d.copies
	c.mu.Lock()
	defer c.mu.Unlock()
	account, since := d.account(roleCustomer), c.oldest.SentAt
	patience := account.SilenceAlarm.Duration
	f := fault{
		name: "copies", what: "copies of what was sent to customers can't be filed", alarm: "copies_missing", allClear: "copies_filed_again",
		lasts: c.why != nil && c.mails > 0 && d.now().Sub(since) >= patience, over: c.filed && c.mails == 0 && !c.missed,
		settled: min(settled, patience), notice: templates.Notice{Who: account.Address, What: account.SentFolder},
	}
	if c.why == nil {
		return f
	}
	f.notice.When, f.notice.Reason = d.when(since), c.why.Error()
	f.notice.Facts = []templates.Item{
		{Label: "Copies that are missing", Value: fmt.Sprint(c.mails)},
		{Label: "The oldest is of thread", Value: c.oldest.Thread},
	}
	return f
}
