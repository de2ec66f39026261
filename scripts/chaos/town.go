package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// town is everybody who writes to the agency, and those of staff: people with mail
// programs of their own, who know of ppamaild only what it mails them.
type town struct {
	customers []*sandbox.Person
	staff     []*sandbox.Person
	random    func(n int64) int64 // called with mu held
	doubt     time.Duration       // how long staff look for a mail that nobody can tell of

	mu        sync.Mutex
	troubles  []error             // what people could not do; protected by mu
	talks     []*talk             // by number; protected by mu
	asked     map[string]*request // what staff were asked, by thread and review; protected by mu
	decisions []decision          // of staff, as sent; protected by mu
	read      map[string]bool     // Message-IDs by who read them; protected by mu
	progress  time.Time           // when a mail was last read or written; protected by mu
	mails     int                 // read or written; protected by mu
}

// talk is one conversation, or one task.
type talk struct {
	plot
	number  int
	who     *sandbox.Person
	address string         // of this customer alone: the same mailbox with a tag; or of who gives the task
	to      string         // the agency's address
	subject string         // of the first mail
	wrote   []string       // Message-IDs of the customer's mails
	got     []string       // Message-IDs of mails to the customer
	reviews map[string]int // how many were asked, by title
	over    bool           // it has come to its end

	unclosed bool // the customer does not get the close, as staff were told
}

// request is a review as staff see it.
type request struct {
	talk  *talk
	words string          // the answer
	by    map[string]bool // who has given it
}

// decision is one reply of staff's to a review.
type decision struct {
	talk      *talk
	messageID string
	by        string
	review    string // thread and number
}

func newTown(ctx context.Context, host sandbox.Host, o options) (*town, error) {
	t := &town{
		random: rand.New(rand.NewPCG(o.seed, 1)).Int64N, doubt: o.doubt,
		asked: make(map[string]*request), read: make(map[string]bool), progress: time.Now(),
	}
	var failed error
	cast := func(name, address string) *sandbox.Person {
		p, err := sandbox.NewPerson(ctx, host, name, address)
		failed = errors.Join(failed, err)
		return p
	}
	t.customers = []*sandbox.Person{cast("Alice Moreno", play.Alice), cast("Alice Moreno", "bob@customer.test")}
	t.staff = []*sandbox.Person{cast("Lee Tran", play.Lee), cast("Dana Reyes", play.Dana)}
	return t, failed
}

// live has everybody read their mail, until ctx is done.
func (t *town) live(ctx context.Context) {
	var group sync.WaitGroup
	for _, p := range t.customers {
		group.Go(func() { p.Follow(ctx, func(m sandbox.Received) { t.customerReads(ctx, p, m) }) })
	}
	for _, p := range t.staff {
		group.Go(func() { p.Follow(ctx, func(m sandbox.Received) { t.staffReads(ctx, p, m) }) })
	}
	group.Wait()
}

// unread reports whether p reads a message for the first time: one that comes twice
// under the same Message-ID is one to a mail program.
func (t *town) unread(p *sandbox.Person, m sandbox.Received) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.mails++
	t.progress = time.Now()
	key := p.Address + " " + m.MessageID
	defer func() { t.read[key] = true }()
	return !t.read[key]
}

// later does something after a moment's thought.
func (t *town) later(ctx context.Context, what string, do func() error) {
	t.mu.Lock()
	thought := time.Duration(t.random(int64(600 * time.Millisecond)))
	t.mu.Unlock()
	time.AfterFunc(thought, func() {
		err := do()
		if err != nil && ctx.Err() == nil {
			t.fails(fmt.Errorf("%s: %w", what, err))
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		t.progress = time.Now()
		if err == nil {
			t.mails++
		}
	})
}

// fails keeps what somebody could not do.
func (t *town) fails(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.troubles = append(t.troubles, err)
}

// open returns how many conversations are not over.
func (t *town) open() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range t.talks {
		if !k.over {
			n++
		}
	}
	return n
}

// count is how many mails were read or written.
func (t *town) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.mails
}

// stillFor is how long nobody has read or written a mail.
func (t *town) stillFor() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Since(t.progress)
}
