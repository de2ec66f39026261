package bolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"ppamaild/failpoint"
)

// What was erased is gone from the tree at once, but its octets stay in pages that are
// free now. Scrub writes zeros over all of them, where the file lies and while it is
// used. A page that is free may still be read by who began before it became so; hence
// Scrub holds off writers and waits for all who read: whoever comes after that reads
// the newest tree, which has no free page in it.

const (
	scrubStep  = 64 << 20        // octets of the file that writers are held off for at a time
	scrubWait  = 2 * time.Second // for who reads, with writers held off
	scrubAgain = time.Second     // between attempts, where somebody reads for long
)

// errBusy says that somebody has read for longer than scrubWait.
var errBusy = errors.New("somebody has been reading the store all the time")

// Scrub overwrites what was deleted, erased or replaced before, until ctx is done; then
// the error says that some of it is left, which Compact leaves out too.
func (s *Store) Scrub(ctx context.Context) error {
	for page := 2; page > 0; { // behind the two metas
		next, err := s.scrubFrom(ctx, page)
		switch {
		case err == nil:
			page = next
		case !errors.Is(err, errBusy):
			return fmt.Errorf("overwriting what was erased: %w", err)
		default:
			select {
			case <-ctx.Done():
				return fmt.Errorf("overwriting what was erased: %w", err)
			case <-time.After(scrubAgain):
			}
		}
	}
	return nil
}

// scrubFrom overwrites the free pages from one on, and returns where to go on; 0 at the end.
func (s *Store) scrubFrom(ctx context.Context, page int) (next int, err error) {
	b, err := s.db.Begin(true)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, b.Rollback()) }()
	if !s.readers.end(scrubWait) {
		return page, errBusy
	}
	file, err := s.file.Stat()
	if err != nil {
		return 0, err
	}
	have := make([]byte, s.db.Info().PageSize)
	end := int((file.Size() + int64(len(have)) - 1) / int64(len(have)))
	for last := min(page+scrubStep/len(have), end); page < last && ctx.Err() == nil; page++ {
		if err := s.scrubPage(b, page, have); err != nil {
			return 0, err
		}
	}
	if page == end {
		return 0, s.file.Sync()
	}
	return page, errors.Join(s.file.Sync(), ctx.Err())
}

// scrubPage overwrites a page if it is free and not empty. have is room for one.
func (s *Store) scrubPage(b *bbolt.Tx, page int, have []byte) error {
	free, err := isFree(b, page)
	if err != nil || !free {
		return err
	}
	at := int64(page) * int64(len(have))
	n, err := s.file.ReadAt(have, at)
	if err != nil && err != io.EOF {
		return err
	}
	if !slices.ContainsFunc(have[:n], func(octet byte) bool { return octet != 0 }) {
		return nil
	}
	clear(have)
	_, err = s.file.WriteAt(have[:n], at)
	failpoint.Pass(failpoint.Wiping)
	return err
}

// isFree reports whether nothing of the newest tree is in a page. Those behind the last
// that is counted are free: a commit that a crash cut short may have written to them.
func isFree(b *bbolt.Tx, page int) (bool, error) {
	info, err := b.Page(page)
	return err == nil && (info == nil || info.Type == "free"), err
}

// readers counts who reads.
type readers struct {
	mu  sync.Mutex
	now *sync.WaitGroup // who has begun since the last end; protected by mu
}

func newReaders() *readers { return &readers{now: new(sync.WaitGroup)} }

// begin counts one more, until done is called.
func (r *readers) begin() (done func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.Add(1)
	return r.now.Done
}

// end waits for all who have begun before, and reports false where one takes longer.
func (r *readers) end(limit time.Duration) bool {
	r.mu.Lock()
	before := r.now
	r.now = new(sync.WaitGroup)
	r.now.Add(1) // stands for those before, should they not be done
	after := r.now
	r.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		before.Wait()
		after.Done()
		close(ended)
	}()
	select {
	case <-ended:
		return true
	case <-time.After(limit):
		return false
	}
}
