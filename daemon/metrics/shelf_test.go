package metrics

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// shelved serves tenants on one address until the returned functions stop them.
func shelved(t *testing.T, shelf *Shelf, names ...string) (address string, stop map[string]func()) {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address = on.Addr().String()
	must(t, on.Close())
	stop = make(map[string]func())
	for _, name := range names {
		source := made(t)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			ended <- shelf.Serve(ctx, address, name, source, slog.New(slog.DiscardHandler))
		}()
		stop[name] = func() {
			cancel()
			must(t, <-ended)
		}
		waitFor(t, address, "/metrics", http.StatusOK, `ppamaild_tenant_up{tenant="`+name+`"} 1`)
	}
	return address, stop
}

// waitFor waits until an address answers with a status and words, and returns the answer.
func waitFor(t *testing.T, address, path string, status int, words string) (text string) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		answer, err := client.Get("http://" + address + path)
		if err == nil {
			body, _ := io.ReadAll(answer.Body)
			must(t, answer.Body.Close())
			text = string(body)
			if answer.StatusCode == status && strings.Contains(text, words) {
				return text
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%s does not answer %d with %q: %s", path, status, words, text)
	return ""
}

// Each value of a common address has the label of its tenant. The port answers for all tenants.
func TestTenantsOnOneAddress(t *testing.T) {
	var shelf Shelf
	address, stop := shelved(t, &shelf, "north", "south")
	text := waitFor(t, address, "/metrics", http.StatusOK, "")
	promtool(t, text, "check", "metrics")
	for _, line := range []string{
		`ppamaild_messages{tenant="north",status="pending"} 2`,
		`ppamaild_messages{tenant="south",status="pending"} 2`,
		`ppamaild_copies_missing{tenant="south"} 3`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
	if n := strings.Count(text, "# TYPE ppamaild_messages "); n != 1 {
		t.Errorf("%d families ppamaild_messages", n)
	}
	const unread = http.StatusServiceUnavailable
	waitFor(t, address, "/-/ready", unread, "north: the mailbox agency can't be read")
	stop["north"]()
	waitFor(t, address, "/-/ready", unread, "south: the mailbox agency can't be read")
	shelf.SetFaults(map[string]string{"west": "the configuration has mistakes"}, []string{"east"})
	waitFor(t, address, "/-/ready", unread, "west: the configuration has mistakes")
	text = waitFor(t, address, "/metrics", http.StatusOK, `ppamaild_tenant_up{tenant="west"} 0`)
	if !strings.Contains(text, `ppamaild_tenant_up{tenant="east"} 0`) {
		t.Errorf("east is not down:\n%s", text)
	}
	promtool(t, text, "check", "metrics")
	if strings.Contains(text, "north") {
		t.Errorf("north is gone:\n%s", text)
	}
	waitFor(t, address, "/-/healthy", http.StatusOK, "healthy")
	stop["south"]()
	if conn, err := net.Dial("tcp", address); err == nil {
		t.Errorf("the address of no tenant answers: %v", conn.Close())
	}
}

// A kept address answers before its tenant is served, and until the tenant keeps another.
func TestKeptAddress(t *testing.T) {
	var shelf Shelf
	address, stop := shelved(t, &shelf, "north")
	must(t, shelf.Keep(t.Context(), address, "south"))
	stop["north"]()
	waitFor(t, address, "/-/healthy", http.StatusOK, "healthy")
	waitFor(t, address, "/-/ready", http.StatusServiceUnavailable, "south: the tenant is starting")
	waitFor(t, address, "/metrics", http.StatusOK, `ppamaild_tenant_up{tenant="south"} 0`)
	shelf.SetFaults(map[string]string{"south": "the database is down"}, nil)
	waitFor(t, address, "/-/ready", http.StatusServiceUnavailable, "south: the database is down")
	on, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer on.Close()
	if err := shelf.Keep(t.Context(), on.Addr().String(), "south"); err == nil {
		t.Error("an address of another program is kept")
	}
	waitFor(t, address, "/-/healthy", http.StatusOK, "healthy")
	must(t, shelf.Keep(t.Context(), "", "south"))
	if conn, err := net.Dial("tcp", address); err == nil {
		t.Errorf("the address of no tenant answers: %v", conn.Close())
	}
}

// An address that another program has is an error of the tenant.
func TestShelfWithoutItsAddress(t *testing.T) {
	on, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer on.Close()
	err = new(Shelf).Serve(t.Context(), on.Addr().String(), "north", made(t), slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), "metrics.listen: ") {
		t.Errorf("it ended with %v", err)
	}
}
