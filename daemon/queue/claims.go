package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ppamaild/daemon/internal/clock"
)

// Claims give work to one of the daemons on a store; see store.Shared.
type Claims interface {
	Claim(ctx context.Context, name string) (held bool, err error)
	Release(ctx context.Context, name string) error
}

// Alone is the Claims of a store with a single daemon.
type Alone struct{}

// Claim implements Claims.
func (Alone) Claim(context.Context, string) (bool, error) { return true, nil }

// Release implements Claims.
func (Alone) Release(context.Context, string) error { return nil }

// LeaderClaim is held by the daemon that reads the mailboxes, routes messages and fires timers.
// Daemons of earlier versions use the same name.
const LeaderClaim = "office"

// CopyClaim names the claim of a daemon that files the copy of a mail.
func CopyClaim(id uint64) string { return fmt.Sprint("copy ", id) }

// ErrElsewhere means that another daemon does the work.
var ErrElsewhere = errors.New("another daemon does the work")

// awaitPause is the time between two attempts to get a claim.
const awaitPause = 100 * time.Millisecond

// Await is Holding that waits while another daemon does the work.
func Await(ctx context.Context, c Claims, name string, work func() error) error {
	for {
		if err := Holding(ctx, c, name, work); !errors.Is(err, ErrElsewhere) {
			return err
		}
		if !clock.Sleep(ctx, awaitPause) {
			return ctx.Err()
		}
	}
}

const releaseTime = 5 * time.Second

// Holding calls work while this daemon holds a claim, or returns ErrElsewhere. A claim that can't
// be released stays with this daemon, which may claim it again.
func Holding(ctx context.Context, c Claims, name string, work func() error) (err error) {
	held, err := c.Claim(ctx, name)
	switch {
	case err != nil:
		return err
	case !held:
		return ErrElsewhere
	}
	defer func() { // also after a panic of work
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
		defer cancel()
		err = errors.Join(err, c.Release(ctx, name))
	}()
	return work()
}
