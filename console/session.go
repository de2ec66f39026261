package console

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	sessionLife  = 30 * 24 * time.Hour // after the last visit
	sessionTouch = time.Hour           // how exactly the last visit is stored
	touchTime    = time.Second         // a full disk does not hold up a page
	maxSessions  = 20                  // of one member; the oldest ends first
	recent       = 12 * time.Hour      // since the sign-in, to decide a step that needs a license
)

// session is one signed-in browser. The store has a hash of the token only.
type session struct {
	ID       string    `json:"id"` // hash of the token
	By       string    `json:"by"` // canonical address
	SignedIn time.Time `json:"signed_in"`
	Seen     time.Time `json:"seen"`
	Browser  string    `json:"browser,omitempty"`
}

// sessions keeps the sessions of all members in one record of the store, and a copy in memory.
type sessions struct {
	store Store
	now   func() time.Time
	rand  io.Reader

	turns atomic.Uint64 // of changes, in the order of their commits

	mu   sync.Mutex
	all  []session
	turn uint64 // of the change behind all
	read bool
}

func newSessions(s Store, now func() time.Time, random io.Reader) *sessions {
	return &sessions{store: s, now: now, rand: random}
}

// token returns a new secret for a cookie.
func token(random io.Reader) (string, error) {
	b := make([]byte, 32)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", fmt.Errorf("making a token: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b), nil
}

func hashed(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// find returns the session of a token; the zero session if there is none.
func (s *sessions) find(ctx context.Context, token string) (session, error) {
	if token == "" {
		return session{}, nil
	}
	all, err := s.load(ctx)
	id := hashed(token)
	i := slices.IndexFunc(all, func(one session) bool { return one.ID == id })
	if err != nil || i < 0 || s.over(all[i]) {
		return session{}, err
	}
	return all[i], nil
}

func (s *sessions) over(one session) bool { return s.now().Sub(one.Seen) > sessionLife }

// of returns the sessions of a member, the last visit first.
func (s *sessions) of(ctx context.Context, by string) ([]session, error) {
	all, err := s.load(ctx)
	all = slices.DeleteFunc(all, func(one session) bool { return one.By != by || s.over(one) })
	slices.SortFunc(all, func(a, b session) int { return b.Seen.Compare(a.Seen) })
	return all, err
}

// load returns a copy of all sessions.
func (s *sessions) load(ctx context.Context) ([]session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.read {
		raw, err := s.store.Load(ctx)
		if err != nil {
			return nil, err
		}
		if s.all, err = decoded(raw); err != nil {
			return nil, err
		}
		s.read = true
	}
	return slices.Clone(s.all), nil
}

func decoded(raw []byte) (all []session, err error) {
	if raw == nil {
		return nil, nil
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, fmt.Errorf("reading the sessions: %w", err)
	}
	return all, nil
}

// change stores changed sessions, without those that are over.
func (s *sessions) change(ctx context.Context, change func([]session) []session) error {
	var now []session
	var turn uint64
	err := s.store.Change(ctx, func(raw []byte) ([]byte, error) {
		turn = s.turns.Add(1)
		all, err := decoded(raw)
		if err != nil {
			return nil, err
		}
		now = slices.DeleteFunc(change(all), s.over)
		return json.Marshal(now)
	})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if turn > s.turn { // a later change may have come first
		s.all, s.turn, s.read = now, turn, true
	}
	return nil
}

// begin signs a member in and returns the token of the new session.
func (s *sessions) begin(ctx context.Context, by, browser string) (string, error) {
	secret, err := token(s.rand)
	if err != nil {
		return "", err
	}
	now := s.now()
	begun := session{ID: hashed(secret), By: by, SignedIn: now, Seen: now, Browser: browser}
	return secret, s.change(ctx, func(all []session) []session {
		all = append(all, begun)
		for count(all, by) > maxSessions {
			oldest := slices.IndexFunc(all, func(one session) bool { return one.By == by })
			all = slices.Delete(all, oldest, oldest+1)
		}
		return all
	})
}

func count(all []session, by string) (n int) {
	for _, one := range all {
		if one.By == by {
			n++
		}
	}
	return n
}

// touch stores the time of a visit, at most once in sessionTouch. touched reports whether it did.
func (s *sessions) touch(ctx context.Context, one session) (touched bool, err error) {
	if s.now().Sub(one.Seen) < sessionTouch {
		return false, nil
	}
	return true, s.change(ctx, func(all []session) []session {
		for i := range all {
			if all[i].ID == one.ID {
				all[i].Seen = s.now()
			}
		}
		return all
	})
}

// end ends a session of a member. It does nothing for a session of another member.
func (s *sessions) end(ctx context.Context, id, by string) error {
	return s.change(ctx, func(all []session) []session {
		ends := func(one session) bool { return one.ID == id && one.By == by }
		return slices.DeleteFunc(all, ends)
	})
}

// The cookies. With https, the prefix makes browsers refuse a cookie from another host.
const (
	sessionCookie = "ppamaild"
	askCookie     = "ppamaild_ask"
)

func (c *Console) cookieName(name string) string {
	if c.secure {
		return "__Host-" + name
	}
	return name
}

// setCookie sets a cookie for life; a life of 0 deletes the cookie.
func (c *Console) setCookie(w http.ResponseWriter, name, value string, life time.Duration) {
	cookie := &http.Cookie{
		Name: c.cookieName(name), Value: value, Path: "/",
		HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteLaxMode,
		MaxAge: int(life.Seconds()),
	}
	if life == 0 {
		cookie.MaxAge = -1
	}
	http.SetCookie(w, cookie)
}

func (c *Console) cookie(r *http.Request, name string) string {
	found, err := r.Cookie(c.cookieName(name))
	if errors.Is(err, http.ErrNoCookie) {
		return ""
	}
	return found.Value
}

func (c *Console) sessionOf(r *http.Request) string { return c.cookie(r, sessionCookie) }

// keepSession extends a session by the visit. A failure of the store only shortens the session.
func (c *Console) keepSession(w http.ResponseWriter, r *http.Request, s session) {
	ctx, cancel := context.WithTimeout(r.Context(), touchTime)
	defer cancel()
	touched, err := c.sessions.touch(ctx, s)
	if err != nil {
		c.Log.Warn("console: storing a visit", "error", err)
	} else if touched {
		c.setCookie(w, sessionCookie, c.sessionOf(r), sessionLife)
	}
}
