package api

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"ppamaild/console"
	"ppamaild/console/apitoken"
	"ppamaild/console/attempts"
	"ppamaild/review"
)

// Desk is the daemon as the API needs it.
type Desk interface {
	console.Inbox
	console.Reviews
	console.Decider
	console.Stories
	// StoreAnswers returns store.ErrUnavailable soon if the database is down.
	StoreAnswers(ctx context.Context) error
	// FindToken returns the token of a secret. is is false for an unknown secret.
	FindToken(ctx context.Context, secret string) (t apitoken.Token, is bool, err error)
}

// Door decides about requests before their token does.
type Door interface {
	Ours(host string) bool         // whether the host is the console
	Client(r *http.Request) string // address, for limits and the log
}

// Options are the parts of an API. All fields are required.
type Options struct {
	Desk    Desk
	Tasks   Tasks
	Begins  console.Beginner
	Feed    *console.Feed // of changed threads
	Log     Log
	Door    Door
	Staff   review.Staff
	Phrases review.Phrases // of decisions
	Now     func() time.Time
	Logger  *slog.Logger
}

// API answers requests of programs. Its methods are safe for concurrent use.
type API struct {
	Options
	failed  *attempts.Limits
	streams atomic.Int64 // open
}

// New returns an API.
func New(o Options) *API { return &API{Options: o, failed: attempts.New(o.Now)} }

const (
	maxBody  = 512 << 10        // bytes of a request; a decision has up to 128 KiB of text
	workTime = 20 * time.Second // for a request; event streams have no limit
	recent   = 12 * time.Hour   // how long a new token may decide what needs a license
)

// caller is the member of staff behind a request.
type caller struct {
	review.Member
	token apitoken.Token
}

// handle answers a request, or returns an error for a problem.
type handle func(w http.ResponseWriter, r *http.Request, who caller) error

// route is one route of the API. A route with POST needs the scope decide.
type route struct {
	method, path string
	handle       handle
}

const base = "/api/v1"

func (a *API) routes() []route {
	return []route{
		{http.MethodGet, "/me", a.me},
		{http.MethodGet, "/threads", a.threads},
		{http.MethodPost, "/threads", a.begin},
		{http.MethodGet, "/threads/{thread}", a.thread},
		{http.MethodGet, "/reviews", a.reviews},
		{http.MethodGet, "/reviews/{thread}/{number}", a.review},
		{http.MethodPost, "/reviews/{thread}/{number}/decision", a.decide},
		{http.MethodPost, "/reviews/{thread}/{number}/undo", a.undo},
		{http.MethodGet, "/agents", a.agents},
		{http.MethodGet, "/tasks", a.tasks},
		{http.MethodPost, "/tasks", a.give},
		{http.MethodGet, "/tasks/{thread}", a.task},
		{http.MethodGet, "/tasks/{thread}/results/{kind}", a.results},
		{http.MethodGet, "/events", a.events},
	}
}

// Handler returns the handler of all routes.
func (a *API) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+base+"/openapi.json", document)
	allowed := map[string][]string{}
	for _, r := range a.routes() {
		allowed[r.path] = append(allowed[r.path], r.method)
		mux.HandleFunc(r.method+" "+base+r.path, a.answer(r))
	}
	for path, methods := range allowed {
		mux.HandleFunc(base+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			send(w, problemOf(http.StatusMethodNotAllowed, "method_not_allowed", ""))
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		send(w, problemOf(http.StatusNotFound, "not_found", "no such route"))
	})
	return a.guard(mux)
}

// guard protects every route from other hosts and bodies without end.
func (a *API) guard(routes http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		if !a.Door.Ours(r.Host) {
			client := a.Door.Client(r)
			a.Logger.Warn("api: request for another host", "host", r.Host, "client", client)
			send(w, problemOf(http.StatusMisdirectedRequest, "wrong_host", "see console.url"))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		defer func() {
			switch p := recover(); p {
			case nil:
			case http.ErrAbortHandler:
				panic(p)
			default:
				a.Logger.Error("api: a route broke", "path", r.URL.Path, "panic", p)
				send(w, problemOf(http.StatusInternalServerError, "broken", ""))
			}
		}()
		routes.ServeHTTP(w, r)
	})
}

// answer is the handler of a route, for callers with the scope of the route.
func (a *API) answer(on route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var who caller
		err := a.Desk.StoreAnswers(r.Context())
		if err == nil {
			who, err = a.callerOf(r)
		}
		if err == nil && on.method != http.MethodGet && !who.token.Decides() {
			err = errScope
		}
		if err == nil {
			ctx, cancel := r.Context(), context.CancelFunc(func() {})
			if on.path != "/events" {
				ctx, cancel = context.WithTimeout(ctx, workTime)
			}
			defer cancel()
			err = on.handle(w, r.WithContext(ctx), who)
		}
		if err != nil {
			a.fail(w, r, err)
		}
	}
}

// failures is how many unknown tokens a client may send in an hour. The limit keeps the log
// short; 256 random bits stop a guesser. A known token works at any time.
const failures = 20

// callerOf returns the member behind the token of a request.
func (a *API) callerOf(r *http.Request) (who caller, err error) {
	kind, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(kind, "Bearer") || secret == "" {
		return who, a.denied(r, "no token")
	}
	t, is, err := a.Desk.FindToken(r.Context(), strings.TrimSpace(secret))
	if err != nil {
		return who, err
	}
	if !is {
		return who, a.denied(r, "unknown token")
	}
	m, isStaff := a.Staff.Find(t.Staff)
	if !isStaff {
		return who, a.denied(r, "token "+t.Name+" of a former member")
	}
	return caller{m, t}, nil
}

// denied counts a request without a valid token.
func (a *API) denied(r *http.Request, why string) error {
	client := a.Door.Client(r)
	if !a.failed.Take(client, failures) {
		return errAttempts
	}
	a.Logger.Warn("api: request denied", "why", why, "path", r.URL.Path, "client", client)
	return errToken
}

// me answers who the caller is.
func (a *API) me(w http.ResponseWriter, _ *http.Request, who caller) error {
	return sendJSON(w, http.StatusOK, member{
		Name: who.Name, Address: who.Address, Token: who.token.Name, Scope: who.token.Scope,
	})
}
