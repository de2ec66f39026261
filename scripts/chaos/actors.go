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

// actors are the customers and the staff. Each has a mail program and knows of ppamaild only by
// mail.
type actors struct {
	customers []*sandbox.Person
	staff     []*sandbox.Person
	random    func(n int64) int64 // called with mu held
	doubt     time.Duration       // time that staff search for a mail with uncertain delivery

	mu        sync.Mutex
	troubles  []error             // failed actions of people; protected by mu
	talks     []*talk             // by number; protected by mu
	asked     map[string]*request // reviews, by thread and review number; protected by mu
	decisions []decision          // sent by staff; protected by mu
	read      map[string]bool     // Message-IDs by reader; protected by mu
	progress  time.Time           // time of the last mail read or written; protected by mu
	mails     int                 // mails read or written; protected by mu
}

// talk is one conversation or one task.
type talk struct {
	scenario
	number  int
	who     *sandbox.Person
	address string         // unique address of this customer: the mailbox with a tag; or the staff member of the task
	to      string         // the agency's address
	subject string         // of the first mail
	wrote   []string       // Message-IDs of the customer's mails
	got     []string       // Message-IDs of mails to the customer
	reviews map[string]int // number of reviews, by title
	over    bool           // has ended

	unclosed bool // the customer gets no closing mail, and staff got a notice
}

// request is a review from staff's point of view.
type request struct {
	talk  *talk
	words string          // the answer
	by    map[string]bool // staff members who answered
}

// decision is a reply by staff to a review.
type decision struct {
	talk      *talk
	messageID string
	by        string
	review    string // thread and number
}

func newActors(ctx context.Context, host sandbox.Host, o options) (*actors, error) {
	t := &actors{
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

// live lets all people read their mail, until ctx is done.
func (t *actors) live(ctx context.Context) {
	var group sync.WaitGroup
	for _, p := range t.customers {
		group.Go(func() { p.Follow(ctx, func(m sandbox.Received) { t.customerReads(ctx, p, m) }) })
	}
	for _, p := range t.staff {
		group.Go(func() { p.Follow(ctx, func(m sandbox.Received) { t.staffReads(ctx, p, m) }) })
	}
	group.Wait()
}

// unread reports whether p reads a message for the first time. A mail program shows two copies
// with the same Message-ID as one.
func (t *actors) unread(p *sandbox.Person, m sandbox.Received) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.mails++
	t.progress = time.Now()
	key := p.Address + " " + m.MessageID
	defer func() { t.read[key] = true }()
	return !t.read[key]
}

// later runs do after a short delay.
func (t *actors) later(ctx context.Context, what string, do func() error) {
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

// fails records a failed action of a person.
func (t *actors) fails(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.troubles = append(t.troubles, err)
}

// open returns the number of open conversations.
func (t *actors) open() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range t.talks {
		if !k.over {
			n++
		}
	}
	return n
}

// count returns the number of mails read or written.
func (t *actors) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.mails
}

// stillFor returns the time since the last mail was read or written.
func (t *actors) stillFor() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Since(t.progress)
}
