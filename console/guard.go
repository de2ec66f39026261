package console

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// maxBody bounds the body of a request, in bytes. A decision has up to 128 KiB of text.
const maxBody = 512 << 10

// maxUpload bounds the body of a task with files, in bytes.
const maxUpload = 10<<20 + maxBody

// policy lets pages load only the files of the console. Nothing inline runs.
const policy = "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; " +
	"frame-ancestors 'none'"

// guard protects every page: from other hosts and origins, from frames, and from bodies without
// end. A broken page is logged, and the daemon goes on.
func (c *Console) guard(pages http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	_ = origin.AddTrustedOrigin(c.URL) // New has read the address
	origin.SetDenyHandler(http.HandlerFunc(c.forged))
	protected := origin.Handler(pages)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Frame-Options", "DENY")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if c.secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if !c.Ours(r.Host) {
			c.Log.Warn("console: request for another host", "host", r.Host, "client", c.Client(r))
			view := problemView{Kind: "host"}
			c.show(w, r, member{}, http.StatusMisdirectedRequest, "problem", view)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, c.maxBodyOf(r))
		defer c.recoverPanic(w, r)
		if r.URL.Path != "/events" && !strings.HasPrefix(r.URL.Path, "/assets/") {
			if err := c.Desk.StoreAnswers(r.Context()); err != nil {
				c.fail(w, r, member{}, err)
				return
			}
		}
		protected.ServeHTTP(w, r)
	})
}

// maxBodyOf bounds the body of a request. Only signed-in members of staff send files.
func (c *Console) maxBodyOf(r *http.Request) int64 {
	if r.Method != http.MethodPost || r.URL.Path != newTaskPath {
		return maxBody
	}
	s, err := c.sessions.find(r.Context(), c.sessionOf(r))
	if _, isStaff := c.Staff.Find(s.By); err != nil || s.By == "" || !isStaff {
		return maxBody
	}
	return maxUpload
}

func (c *Console) recoverPanic(w http.ResponseWriter, r *http.Request) {
	switch p := recover(); p {
	case nil:
	case http.ErrAbortHandler:
		panic(p) // breaks the connection, so that a part does not look whole
	default:
		c.Log.Error("console: a page broke", "path", r.URL.Path, "panic", p)
		broken(w)
	}
}

// forged answers a form from another site.
func (c *Console) forged(w http.ResponseWriter, r *http.Request) {
	c.Log.Warn("console: form from another origin",
		"origin", r.Header.Get("Origin"), "path", r.URL.Path, "client", c.Client(r))
	c.show(w, r, member{}, http.StatusForbidden, "problem", problemView{Kind: "forged"})
}

// Ours reports whether a request names a host of the console.
func (c *Console) Ours(host string) bool {
	return slices.ContainsFunc(c.Hosts, func(ours string) bool {
		return strings.EqualFold(host, ours)
	})
}

// Client is the address of a browser, for limits and the log. Behind a proxy on this machine, the
// proxy names the client, in the last line of its header.
func (c *Console) Client(r *http.Request) string {
	remote, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	client := remote.Addr()
	if c.secure && r.TLS == nil && client.IsLoopback() {
		list := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
		last := strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:])
		if named, err := netip.ParseAddr(last); err == nil {
			client = named
		}
	}
	return netOf(client)
}

// netOf is the network of an IPv6 client, because the client can use each address in it.
func netOf(client netip.Addr) string {
	client = client.Unmap().WithZone("")
	if client.Is4() || client.IsLoopback() {
		return client.String()
	}
	all, _ := client.Prefix(64) // fails for fewer bits only
	return all.String()
}
