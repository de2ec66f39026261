package oauth

import (
	"crypto/rand"
	"net/http"
	"slices"
	"strings"
)

// device is a device authorization request (RFC 8628).
type device struct {
	client, code string
	scopes       []string
	user         string // user who consented; "" before the consent
	refused      bool
}

// DeviceURL is the device authorization endpoint.
func (s *Server) DeviceURL() string { return s.http.URL + "/device" }

// Enter enters a code as a user, with consent or refusal. Enter reports whether the code
// exists.
func (s *Server) Enter(code, user string, consent bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.devices {
		if d.code == code && d.user == "" && !d.refused {
			d.user, d.refused = user, !consent
			return true
		}
	}
	return false
}

func (s *Server) device(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := r.FormValue("client_id")
	if !slices.ContainsFunc(s.o.Clients, func(c Client) bool { return c.ID == id }) {
		refuse(w, http.StatusUnauthorized, "invalid_client", "Unauthorized")
		return
	}
	d, number := &device{client: id, code: rand.Text()[:8], scopes: strings.Fields(r.FormValue("scope"))}, rand.Text()
	s.devices[number] = d
	respond(w, http.StatusOK, map[string]any{
		"device_code": number, "user_code": d.code, "verification_uri": s.http.URL + "/enter", "expires_in": 3, "interval": 1,
	})
}

// consented returns the tokens after the consent. Without the scope offline_access there is no
// refresh token, like at Microsoft.
func (s *Server) consented(w http.ResponseWriter, c Client, number string) {
	d := s.devices[number]
	switch {
	case d == nil || d.client != c.ID:
		refuse(w, http.StatusBadRequest, "invalid_grant", "")
	case d.refused:
		refuse(w, http.StatusBadRequest, "access_denied", "")
	case d.user == "":
		refuse(w, http.StatusBadRequest, "authorization_pending", "")
	default:
		delete(s.devices, number)
		g := &grant{client: c.ID, user: d.user, scopes: d.scopes}
		more := map[string]any{}
		if slices.Contains(d.scopes, "offline_access") {
			g.newest = "refresh-" + rand.Text()
			s.grants[g.newest], more["refresh_token"] = g, g.newest
		}
		s.give(w, g, more)
	}
}
