package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"ppamaild/console"
)

// Event is a record of the log: an opened or closed review, or a failed mail.
type Event struct {
	Seq    uint64    `json:"-"`
	Type   string    `json:"-"`
	At     time.Time `json:"at"`
	Thread string    `json:"thread,omitempty"`
	Review int       `json:"review,omitempty"`
	Mail   uint64    `json:"mail,omitempty"`

	Kind    string `json:"kind,omitempty"`
	Step    string `json:"step,omitempty"`
	Verdict string `json:"verdict,omitempty"`
}

// Log is the log of events. The log survives a restart of the daemon.
type Log interface {
	Last(ctx context.Context) (uint64, error)
	Pruned(ctx context.Context) (uint64, error) // number of the last event that the log dropped
	// Epoch changes when a backup replaces the log: the numbers of later events repeat.
	Epoch(ctx context.Context) (int64, error)
	After(ctx context.Context, seq uint64, limit int) ([]Event, error)
	More() <-chan struct{} // closes after the next event
}

// Tasks gives tasks to the agents and follows their work.
type Tasks interface {
	console.Tasks
	// Progress returns console.ErrNotFound for a thread without a task.
	Progress(ctx context.Context, thread string) (console.Progress, error)
}

const (
	heartbeat  = 20 * time.Second // a proxy closes a silent connection later
	writeTime  = time.Minute      // for one event to a slow client
	maxStreams = 100
	maxEvents  = 200 // read from the log together
)

// position is how far a client has read: the log, its epoch, and the feed of changed threads.
type position struct {
	log, feed uint64
	epoch     int64
}

func (p position) String() string { return fmt.Sprintf("%d-%d-%d", p.log, p.feed, p.epoch) }

// positionOf reads the id of an event.
func positionOf(id string) (p position, err error) {
	_, err = fmt.Sscanf(id, "%d-%d-%d", &p.log, &p.feed, &p.epoch)
	if err != nil || p.String() != id {
		return p, problemOf(http.StatusBadRequest, "last_event_id", "no id of an event")
	}
	return p, nil
}

// stream is the open connection of a client.
type stream struct {
	*API
	w       http.ResponseWriter
	control *http.ResponseController
	at      position
	thread  string // the only thread of interest; "" for all
	reset   bool   // the log lacks events since the Last-Event-ID of the client
}

// events streams events (server-sent events). A client that reconnects with Last-Event-ID misses
// none, also after a restart of the daemon. If the log no longer has all events since then, the
// first event is log.reset.
func (a *API) events(w http.ResponseWriter, r *http.Request, who caller) error {
	ctx := r.Context()
	s := stream{API: a, w: w, control: http.NewResponseController(w)}
	s.thread = strings.ToUpper(r.URL.Query().Get("thread"))
	last, err := a.Log.Last(ctx)
	if err != nil {
		return err
	}
	epoch, err := a.Log.Epoch(ctx)
	if err != nil {
		return err
	}
	s.at = position{last, a.Feed.Last(), epoch}
	if id := r.Header.Get("Last-Event-ID"); id != "" {
		if s.at, err = positionOf(id); err != nil {
			return err
		}
		pruned, err := a.Log.Pruned(ctx)
		if err != nil {
			return err
		}
		switch {
		case s.at.epoch != epoch, s.at.log > last: // of a store that an older backup replaced
			s.at, s.reset = position{log: last, epoch: epoch}, true
		case s.at.log < pruned:
			s.at, s.reset = position{log: pruned, epoch: epoch}, true
		}
	}
	if a.streams.Add(1) > maxStreams {
		a.streams.Add(-1)
		return problem{Status: http.StatusTooManyRequests, Code: "too_many_streams", after: "5"}
	}
	defer a.streams.Add(-1)
	_ = s.control.SetReadDeadline(time.Time{}) // a test without a connection has no deadlines
	w.Header().Set("Content-Type", "text/event-stream")
	s.follow(ctx, r, who)
	return nil
}

// follow writes events until the client leaves, or the token ends.
func (s *stream) follow(ctx context.Context, r *http.Request, who caller) {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	s.write("retry: 3000\n\nid: %s\ndata:\n\n", s.at)
	if s.reset {
		s.event("log.reset", struct{}{})
	}
	for {
		logged := s.API.Log.More()
		changes, changed := s.Feed.Since(s.at.feed)
		if err := s.send(ctx, changes); err != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-logged:
		case <-changed:
		case <-beat.C:
			s.write(": \n\n")
		}
		if now, err := s.callerOf(r); err != nil || now.token.Name != who.token.Name {
			return // revoked
		}
	}
}

func (s *stream) write(format string, args ...any) {
	_ = s.control.SetWriteDeadline(time.Now().Add(writeTime))
	_, _ = fmt.Fprintf(s.w, format, args...) // the next flush fails, too
}

// send writes the events of the log, and the changes of threads.
func (s *stream) send(ctx context.Context, changes []console.Change) error {
	for {
		all, err := s.API.Log.After(ctx, s.at.log, maxEvents)
		if err != nil {
			return err
		}
		for _, e := range all {
			s.at.log = e.Seq
			if s.thread == "" || s.thread == e.Thread {
				s.event(e.Type, e)
			}
		}
		if len(all) < maxEvents {
			break
		}
	}
	for _, c := range changes {
		s.at.feed = c.Number
		if err := s.changed(ctx, c.Thread); err != nil {
			return err
		}
	}
	return s.control.Flush()
}

// changed is an event about a change of a thread; "" if any thread may have changed.
type changed struct {
	Thread   string    `json:"thread"`
	Progress *progress `json:"progress,omitempty"` // of a task
}

func (s *stream) changed(ctx context.Context, thread string) error {
	if s.thread != "" && thread == "" {
		thread = s.thread
	}
	if s.thread != "" && s.thread != thread {
		return nil
	}
	event := changed{Thread: thread}
	if strings.HasPrefix(thread, "T-") {
		p, err := s.Tasks.Progress(ctx, thread)
		if _, unknown := problemFor(err); err != nil && unknown {
			return err
		}
		if err == nil {
			shown := progressOf(p)
			event.Progress = &shown
		}
	}
	s.event("thread.changed", event)
	return nil
}

func (s *stream) event(kind string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		return // strings and numbers always marshal
	}
	s.write("event: %s\nid: %s\ndata: %s\n\n", kind, s.at, text)
}
