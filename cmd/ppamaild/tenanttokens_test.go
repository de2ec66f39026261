package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox/play"
)

// tokens checks that a token of one branch reads nothing of the other: not on the console of the
// other, and not by the id of a thread of the other on its own console.
func (n *branchesOf) tokens() {
	n.t.Helper()
	for _, b := range n.both {
		config := []string{"--config", n.dir, "--tenant"}
		code, out := n.run(append([]string{
			"token", "add", "crm", "--scope", "decide", "--as", b.at(play.Lee), "--json",
		}, append(config, b.name)...)...)
		if code != exitDone {
			n.t.Fatalf("token of %s: %d\n%s", b.name, code, out)
		}
		_, rest, _ := strings.Cut(out, `"secret": "`)
		secret, _, _ := strings.Cut(rest, `"`)
		_, own := n.run(append([]string{"threads", "list", "--json"}, append(config, b.name)...)...)
		other := b.another(n)
		_, foreign := n.run(append([]string{"threads", "list", "--json"}, append(config, other.name)...)...)
		own, foreign = threadID.FindString(own), threadID.FindString(foreign)
		for _, ask := range []struct {
			method, at string
			want       int
		}{
			{http.MethodGet, b.console + "/api/v1/threads/" + own, http.StatusOK},
			{http.MethodGet, b.console + "/api/v1/threads/" + foreign, http.StatusNotFound},
			{http.MethodGet, other.console + "/api/v1/threads/" + foreign, http.StatusUnauthorized},
			{http.MethodGet, other.console + "/api/v1/threads", http.StatusUnauthorized},
			{http.MethodPost, other.console + "/api/v1/tasks", http.StatusUnauthorized},
		} {
			if got := status(n.t, ask.method, ask.at, secret); got != ask.want {
				n.t.Errorf("a token of %s, %s %s: %d, want %d", b.name, ask.method, ask.at, got, ask.want)
			}
		}
	}
}

// status returns the status of the answer to a request with a token.
func status(t *testing.T, method, at, token string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://"+at, strings.NewReader("{}"))
	noError(t, err)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	client := http.Client{Timeout: 10 * time.Second}
	answer, err := client.Do(r)
	noError(t, err)
	noError(t, answer.Body.Close())
	return answer.StatusCode
}
