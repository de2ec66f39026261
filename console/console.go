package console

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"ppamaild/console/attempts"
	"ppamaild/review"
	"ppamaild/templates"
)

// Options are the parts of a Console. All fields except API are required.
type Options struct {
	Agency    string // name of the agency
	URL       string // address of the console for browsers, without a path
	Hosts     []string
	Staff     review.Staff
	Admins    []string // canonical addresses of staff
	Templates *templates.Set
	Desk      Desk
	Tasks     Tasks
	Reader    FileReader
	More      []Pages
	Feed      *Feed
	Now       func() time.Time
	When      func(time.Time) string // formats a time for staff
	Rand      io.Reader
	Log       *slog.Logger
	API       http.Handler // answers under /api/
}

// Console serves the pages. Its methods are safe for concurrent use.
type Console struct {
	Options
	pages    pages
	mux      *http.ServeMux // of the pages
	secure   bool           // browsers reach the console by https
	sessions *sessions
	codes    *codes
	limits   *attempts.Limits
	answers  *answers
	presence *presence
}

// New returns a console. The error names a broken template.
func New(o Options) (*Console, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("console.url: %q is no address", o.URL)
	}
	o.Hosts = append([]string{u.Host}, o.Hosts...)
	c := &Console{
		Options:  o,
		pages:    o.Templates.Console(),
		secure:   u.Scheme == "https",
		sessions: newSessions(o.Desk, o.Now, o.Rand),
		codes:    newCodes(o.Now, o.Rand),
		limits:   attempts.New(o.Now),
		answers:  newAnswers(),
		presence: newPresence(),
		mux:      http.NewServeMux(),
	}
	c.handle(c.mux)
	return c, c.checkPages()
}

// handle adds all pages to a mux.
func (c *Console) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /assets/{name}", c.asset)
	mux.HandleFunc("GET /", c.signedIn(c.notFound))
	signInPages{c}.handle(mux)
	mePage{c}.handle(mux)
	inboxPage{c}.handle(mux)
	reviewPage{c}.handle(mux)
	threadPage{c}.handle(mux)
	newTaskPage{c}.handle(mux)
	taskPage{c}.handle(mux)
	for _, more := range c.More {
		more.Handle(mux, Door{c})
	}
	eventStream{c}.handle(mux)
}

// Handler returns the handler of all pages and of the API.
func (c *Console) Handler() http.Handler {
	if c.API == nil {
		return c.guard(c.mux)
	}
	all := http.NewServeMux()
	all.Handle("/api/", c.API)
	all.Handle("/", c.guard(c.mux))
	return all
}

// member is the member of staff behind a request.
type member struct {
	review.Member
	session session
	last    uint64 // number of the last change before the page reads any thread
}

func (c *Console) isAdmin(m member) bool { return slices.Contains(c.Admins, m.Address) }

// called is the name of a member on a page.
func called(m review.Member) string { return cmp.Or(m.Name, m.Address) }

// named returns the name of a member by the address; the address if the member has no name.
func (c *Console) named(address string) string {
	m, is := c.Staff.Find(address)
	if !is {
		return address
	}
	return called(m)
}

// signedIn passes requests with a session of a present member of staff. Other requests get the
// sign-in page, or a page that keeps the typed text.
func (c *Console) signedIn(
	handle func(http.ResponseWriter, *http.Request, member),
) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		last := c.Feed.Last()
		s, err := c.sessions.find(r.Context(), c.sessionOf(r))
		m, isStaff := c.Staff.Find(s.By)
		switch {
		case err != nil:
			c.fail(w, r, member{}, err)
		case s.By != "" && isStaff:
			c.keepSession(w, r, s)
			c.read(w, r, member{m, s, last}, handle)
		case r.Method == http.MethodGet:
			c.askToSignIn(w, r)
		default:
			c.sessionEnded(w, r)
		}
	}
}

// read reads the form of a request before a page does. A page that reads half a form would take
// missing values for empty ones.
func (c *Console) read(
	w http.ResponseWriter, r *http.Request, m member,
	handle func(http.ResponseWriter, *http.Request, member),
) {
	if r.Method == http.MethodPost && r.ParseForm() != nil {
		c.show(w, r, m, http.StatusRequestEntityTooLarge, "problem", problemView{Kind: "long"})
		return
	}
	handle(w, r, m)
}

// asset serves the style sheet, the script and the icon.
func (c *Console) asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	text := c.Templates.ConsoleAsset(name)
	if text == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "private, max-age=300")
	http.ServeContent(w, r, name, time.Time{}, strings.NewReader(text))
}
