package console

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"
)

// signInPages are the pages of a reader without a session, and the end of a session.
type signInPages struct{ *Console }

func (c signInPages) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /sign-in", c.signInPage)
	mux.HandleFunc("POST /sign-in", c.signIn)
	mux.HandleFunc("GET /sign-in/code", c.codePage)
	mux.HandleFunc("POST /sign-in/code", c.enterCode)
	mux.HandleFunc("POST /sign-out", c.signedIn(c.signOut))
}

// mailTime bounds the commit of a sign-in mail.
const mailTime = 10 * time.Second

// errTooMany means that too many sign-ins are pending.
var errTooMany = errors.New("too many attempts")

// The limits of attempts in an hour.
const (
	codesToAddress  = 6  // codes mailed to one member
	asksOfClient    = 30 // typed addresses
	entriesOfClient = 60 // typed codes
)

type signInView struct {
	Next  string // path after the sign-in
	Again bool   // a decision needs a recent sign-in
	Limit bool   // too many attempts
}

type codeView struct {
	Next  string
	Code  string // from the link in the mail
	Wrong bool
	Left  int // tries that remain
}

// endedView keeps the text of a form after the end of the session.
type endedView struct {
	Next, Text string
	Form       []input // puts the text back into the form; nil if the form can't take the text
}

type input struct{ Name, Value string }

// putBack is the name of the input that asks for a page with the text of a form, and for no
// action.
const putBack = "put_back"

// PutsBack reports whether a form only brings the text of an earlier form.
func PutsBack(r *http.Request) bool { return r.PostFormValue(putBack) != "" }

// pageOf is the path of the page with the form of a request. A form leads to its page or to a
// path below the page.
func (c *Console) pageOf(r *http.Request) string {
	for at := path.Clean(r.URL.Path); at != "/"; at = path.Dir(at) {
		get := &http.Request{Method: http.MethodGet, Host: r.Host, URL: &url.URL{Path: at}}
		if _, pattern := c.mux.Handler(get); pattern != "GET /" {
			return local(get.URL.EscapedPath())
		}
	}
	return "/"
}

// ended is the view of a form without a session, or with an old one. The page of the form takes
// the text back if the form leads to the page itself.
func (c *Console) ended(r *http.Request) endedView {
	view := endedView{Next: c.pageOf(r), Text: typed(r)}
	if view.Text == "" || view.Next != r.URL.EscapedPath() {
		return view
	}
	for _, name := range slices.Sorted(maps.Keys(r.PostForm)) {
		for _, value := range r.PostForm[name] {
			view.Form = append(view.Form, input{name, value})
		}
	}
	return view
}

func (c signInPages) signInPage(w http.ResponseWriter, r *http.Request) {
	view := signInView{Next: local(r.FormValue("next")), Again: r.FormValue("again") != ""}
	c.show(w, r, member{}, http.StatusOK, "signin", view)
}

// askToSignIn sends a reader to the sign-in page and back.
func (c *Console) askToSignIn(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Accept") == "text/event-stream" {
		http.Error(w, http.StatusText(http.StatusUnauthorized), http.StatusUnauthorized)
		return
	}
	http.Redirect(w, r, "/sign-in?next="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
}

// sessionEnded answers a form without a session. The typed text stays on the page.
func (c *Console) sessionEnded(w http.ResponseWriter, r *http.Request) {
	_, _ = readForm(r) // a damaged form keeps the values before the damage
	c.show(w, r, member{}, http.StatusUnauthorized, "ended", c.ended(r))
}

// signIn mails a code to a member. The answer is the same for every address, and does not wait
// for the mail, because its time would tell who is on the staff.
func (c signInPages) signIn(w http.ResponseWriter, r *http.Request) {
	address := strings.ToLower(strings.TrimSpace(r.PostFormValue("address")))
	next := local(r.PostFormValue("next"))
	client := c.Client(r)
	if !c.limits.Take("ask "+client, asksOfClient) {
		c.tooMany(w, r, client)
		return
	}
	m, isStaff := c.Staff.Find(address)
	mailed := isStaff && c.limits.Take("to "+m.Address, codesToAddress)
	if !mailed {
		m.Address = "" // no code begins a session, so more asks give no more guesses
	}
	ask, code, err := c.codes.ask(m.Address)
	if errors.Is(err, errTooMany) {
		c.tooMany(w, r, client)
		return
	}
	if err != nil {
		c.fail(w, r, member{}, err)
		return
	}
	c.Log.Info("console: sign-in asked", "staff", isStaff, "mailed", mailed, "client", client)
	if mailed {
		go c.mailCode(context.WithoutCancel(r.Context()), m.Address, code, next)
	}
	c.setCookie(w, askCookie, ask, codeLife)
	http.Redirect(w, r, "/sign-in/code?next="+url.QueryEscape(next), http.StatusSeeOther)
}

func (c signInPages) mailCode(ctx context.Context, to, code, next string) {
	ctx, cancel := context.WithTimeout(ctx, mailTime)
	defer cancel()
	link := c.URL + "/sign-in/code?code=" + code + "&next=" + url.QueryEscape(next)
	if err := c.Desk.SendCode(ctx, to, code, link); err != nil {
		c.Log.Error("console: mailing a code", "error", err)
	}
}

func (c signInPages) tooMany(w http.ResponseWriter, r *http.Request, client string) {
	c.Log.Warn("console: too many sign-ins", "client", client)
	c.show(w, r, member{}, http.StatusTooManyRequests, "signin", signInView{Limit: true})
}

func (c signInPages) codePage(w http.ResponseWriter, r *http.Request) {
	view := codeView{Next: local(r.FormValue("next")), Left: codeTries}
	if code := r.FormValue("code"); isCode(code) {
		view.Code = code
	}
	c.show(w, r, member{}, http.StatusOK, "code", view)
}

// enterCode begins a session if the code belongs to the asking browser.
func (c signInPages) enterCode(w http.ResponseWriter, r *http.Request) {
	client, next := c.Client(r), local(r.PostFormValue("next"))
	if !c.limits.Take("enter "+client, entriesOfClient) {
		c.tooMany(w, r, client)
		return
	}
	code := strings.Join(strings.Fields(r.PostFormValue("code")), "")
	by, left := c.codes.enter(c.cookie(r, askCookie), code)
	if _, isStaff := c.Staff.Find(by); by == "" || !isStaff {
		c.Log.Warn("console: wrong code", "left", left, "client", client)
		view := codeView{Next: next, Wrong: true, Left: left}
		c.show(w, r, member{}, http.StatusUnprocessableEntity, "code", view)
		return
	}
	secret, err := c.sessions.begin(r.Context(), by, browserName(r.UserAgent()))
	if err != nil {
		c.fail(w, r, member{}, err)
		return
	}
	if old, err := c.sessions.find(r.Context(), c.sessionOf(r)); err == nil && old.By != "" {
		if err := c.sessions.end(r.Context(), old.ID, old.By); err != nil {
			c.Log.Warn("console: ending a session", "error", err)
		}
	}
	c.Log.Info("console: signed in", "by", by, "client", client)
	c.setCookie(w, askCookie, "", 0)
	c.setCookie(w, sessionCookie, secret, sessionLife)
	http.Redirect(w, r, next, http.StatusSeeOther)
}

func (c signInPages) signOut(w http.ResponseWriter, r *http.Request, m member) {
	if err := c.sessions.end(r.Context(), m.session.ID, m.Address); err != nil {
		c.fail(w, r, m, err)
		return
	}
	c.setCookie(w, sessionCookie, "", 0)
	http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
}

// local returns a path of the console; "/" for any other address, so that no link leads away.
func local(path string) string {
	u, err := url.Parse(path)
	if err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(path, "/") ||
		strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n") {
		return "/"
	}
	return path
}

func isCode(s string) bool {
	return len(s) == 6 && strings.Trim(s, "0123456789") == ""
}

// browserName is a short name of a browser for the list of sessions.
func browserName(agent string) string {
	system, program := "", ""
	for _, s := range []string{"iPhone", "iPad", "Android", "Windows", "Mac OS", "Linux"} {
		if strings.Contains(agent, s) {
			system = s
			break
		}
	}
	for _, p := range []string{"Edg", "Firefox", "Chrome", "Safari"} {
		if strings.Contains(agent, p) {
			program = strings.Replace(p, "Edg", "Edge", 1)
			break
		}
	}
	return strings.TrimSpace(program + " " + system)
}
