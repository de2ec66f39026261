package console

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"io"
	"math/big"
	"sync"
	"time"
)

const (
	codeLife  = 10 * time.Minute
	codeTries = 5
	maxCodes  = 1000 // pending sign-ins; more are refused
)

// codes keeps the pending sign-ins by the hash of the asking browser's cookie. A restart of the
// daemon forgets them.
type codes struct {
	now  func() time.Time
	rand io.Reader

	mu  sync.Mutex
	all map[string]*pending
}

// pending is a sign-in without the code so far.
type pending struct {
	by      string // canonical address; "" if the typed address is not of staff
	code    string
	expires time.Time
	tries   int
}

func newCodes(now func() time.Time, random io.Reader) *codes {
	return &codes{now: now, rand: random, all: make(map[string]*pending)}
}

// ask begins a sign-in. The result does not depend on by, so a stranger looks like a member
// of staff.
func (c *codes) ask(by string) (ask, code string, err error) {
	if ask, err = token(c.rand); err != nil {
		return "", "", err
	}
	n, err := rand.Int(c.rand, big.NewInt(1_000_000))
	if err != nil {
		return "", "", fmt.Errorf("making a code: %w", err)
	}
	code = fmt.Sprintf("%06d", n)
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, p := range c.all {
		if c.now().After(p.expires) {
			delete(c.all, id)
		}
	}
	if len(c.all) >= maxCodes {
		return "", "", errTooMany
	}
	c.all[hashed(ask)] = &pending{by: by, code: code, expires: c.now().Add(codeLife)}
	return ask, code, nil
}

// enter returns the member who asked for the code; "" for a wrong, used or expired code.
// left is the number of remaining tries.
func (c *codes) enter(ask, code string) (by string, left int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	id := hashed(ask)
	p := c.all[id]
	if p == nil || c.now().After(p.expires) {
		delete(c.all, id)
		return "", 0
	}
	p.tries++
	right := subtle.ConstantTimeCompare([]byte(p.code), []byte(code)) == 1
	if right || p.tries >= codeTries {
		delete(c.all, id)
	}
	if right && p.by != "" {
		return p.by, 0
	}
	return "", codeTries - p.tries
}
