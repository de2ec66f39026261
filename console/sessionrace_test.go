package console

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// slowAfter delays the return of the first change until after the commit.
type slowAfter struct {
	*fakeDesk
	once      atomic.Bool
	committed chan struct{}
	returns   chan struct{}
}

func (d *slowAfter) Change(ctx context.Context, change func([]byte) ([]byte, error)) error {
	err := d.fakeDesk.Change(ctx, change)
	if d.once.CompareAndSwap(false, true) {
		close(d.committed)
		<-d.returns
	}
	return err
}

// A revoked session stays out, also if a visit of another browser was stored at the same time.
func TestARevokedSessionDoesNotComeBack(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	phone, desk := o.browser(), o.browser()
	phone.signsIn(lee)
	desk.signsIn(lee)
	id := idOfOther(t, desk.get("/me").text)
	slow := &slowAfter{fakeDesk: o.desk, committed: make(chan struct{}), returns: make(chan struct{})}
	o.console.sessions.store = slow
	o.now = o.now.Add(2 * time.Hour) // the next visit is stored
	visit := make(chan struct{})
	go func() {
		defer close(visit)
		s, _ := o.console.sessions.of(t.Context(), lee)
		_, _ = o.console.sessions.touch(t.Context(), s[0])
	}()
	<-slow.committed
	must(t, o.console.sessions.end(t.Context(), id, lee))
	close(slow.returns)
	<-visit
	if p := phone.get("/"); strings.Contains(p.text, "Inbox") {
		t.Error("the revoked session is valid again")
	}
}
