package console

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// eventStream reports changes to open pages.
type eventStream struct{ *Console }

func (c eventStream) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /events", c.signedIn(c.events))
}

const (
	heartbeat = 20 * time.Second // a proxy closes a silent connection later
	maxPages  = 500              // open event streams
)

// events streams the changes of threads to an open page (server-sent events). The name of the
// page tells colleagues about the reader.
func (c eventStream) events(w http.ResponseWriter, r *http.Request, m member) {
	at := local(r.FormValue("at"))
	leave, ok := c.presence.enter(at, m.Address)
	if !ok {
		http.Error(w, http.StatusText(http.StatusTooManyRequests), http.StatusTooManyRequests)
		return
	}
	defer leave()
	stream := http.NewResponseController(w)
	_ = stream.SetReadDeadline(time.Time{}) // a test without a connection has no deadlines
	_ = stream.SetWriteDeadline(time.Time{})
	w.Header().Set("Content-Type", "text/event-stream")
	last := c.Feed.Last()
	seen := cmp.Or(r.Header.Get("Last-Event-ID"), r.FormValue("last"))
	if number, err := strconv.ParseUint(seen, 10, 64); err == nil {
		last = number
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	fmt.Fprintf(w, "retry: 3000\n\n")
	for {
		changes, more := c.Feed.Since(last)
		others, moved := c.presence.at(at)
		for _, change := range changes {
			last = change.Number
			writeEvent(w, "change", last, change.Thread)
		}
		writeEvent(w, "presence", last, c.names(others, m.Address))
		if err := stream.Flush(); err != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-more:
		case <-moved:
		case <-beat.C:
		}
		if s, err := c.sessions.find(r.Context(), c.sessionOf(r)); err != nil || s.By == "" {
			return // revoked
		}
	}
}

func writeEvent(w http.ResponseWriter, name string, id uint64, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		return // strings always marshal
	}
	fmt.Fprintf(w, "event: %s\nid: %d\ndata: %s\n\n", name, id, text)
}

// names returns the names of members except the reader.
func (c *Console) names(addresses []string, reader string) []string {
	all := []string{}
	for _, address := range addresses {
		if address != reader && !slices.Contains(all, c.named(address)) {
			all = append(all, c.named(address))
		}
	}
	return all
}

// presence knows the readers of each page.
type presence struct {
	mu    sync.Mutex
	pages map[string][]string // addresses by path, for each open page
	open  int
	moved chan struct{} // closed when someone comes or goes
}

func newPresence() *presence {
	return &presence{pages: make(map[string][]string), moved: make(chan struct{})}
}

// enter adds a reader to a page until leave is called. ok is false if too many pages are open.
func (p *presence) enter(path, address string) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open >= maxPages {
		return nil, false
	}
	p.open++
	p.pages[path] = append(p.pages[path], address)
	p.announce()
	return func() { p.leave(path, address) }, true
}

func (p *presence) leave(path, address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open--
	if i := slices.Index(p.pages[path], address); i >= 0 {
		p.pages[path] = slices.Delete(p.pages[path], i, i+1)
	}
	if len(p.pages[path]) == 0 {
		delete(p.pages, path)
	}
	p.announce()
}

func (p *presence) announce() {
	close(p.moved)
	p.moved = make(chan struct{})
}

// at returns the readers of a page, and a channel that closes when someone comes or goes.
func (p *presence) at(path string) ([]string, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.pages[path]), p.moved
}
