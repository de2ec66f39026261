package daemon_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox/localca"
)

const consoleHost = "console.agency.test"

// certified makes a certificate of the console, and trusts its authority.
func certified(t *testing.T, trusted *x509.CertPool) localca.Files {
	t.Helper()
	files, err := localca.Write(t.TempDir(), time.Now(), consoleHost)
	must(t, err)
	ca, err := os.ReadFile(files.CA)
	must(t, err)
	trusted.AppendCertsFromPEM(ca)
	return files
}

// renews writes new files in place of old ones.
func renews(t *testing.T, old, renewed string) {
	t.Helper()
	content, err := os.ReadFile(renewed)
	must(t, err)
	next := filepath.Join(filepath.Dir(old), "next")
	must(t, os.WriteFile(next, content, 0o600))
	must(t, os.Rename(next, old))
}

// The console serves HTTPS with its own certificate: pages, secure cookies and events. A renewed
// certificate needs no restart, and a broken one changes nothing.
func TestConsoleServesHTTPS(t *testing.T) {
	trusted := x509.NewCertPool()
	files := certified(t, trusted)
	a := open(t, inProcess(t), withConsole, func(a *agency) {
		a.cfg.Console.CertFile, a.cfg.Console.KeyFile = files.Cert, files.Key
		a.cfg.Console.URL = "https://" + consoleHost + ":8025"
	})
	lee := a.visitor()
	var cookies []*http.Cookie
	lee.client.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		cookies = append(cookies, r.Response.Cookies()...)
		return nil
	}
	through := &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: trusted},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, a.cfg.Console.Listen)
		},
	}
	t.Cleanup(through.CloseIdleConnections)
	lee.client.Transport = through
	lee.enters(a.lee)
	var session bool
	for _, c := range cookies {
		if !strings.HasPrefix(c.Name, "__Host-") || !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" {
			t.Errorf("the cookie is %s", c)
		}
		session = session || c.Name == "__Host-ppamaild" && c.Value != ""
	}
	if !session {
		t.Errorf("no session among the cookies %v", cookies)
	}
	a.asks()
	lee.followsEvents()
	first := lee.certificate()
	renewed := certified(t, trusted)
	renews(t, files.Cert, renewed.Cert) // the key comes later
	through.CloseIdleConnections()
	if lee.certificate() != first {
		t.Error("a certificate without its key counts")
	}
	a.logs("the old certificate stays", 1)
	renews(t, files.Key, renewed.Key)
	through.CloseIdleConnections()
	if lee.certificate() == first {
		t.Error("the old certificate stays after the renewal")
	}
	shows(t, lee.visits("/"), "Inbox")
	must(t, os.Remove(files.Key))
	through.CloseIdleConnections()
	shows(t, lee.visits("/"), "Inbox")
	plain, err := http.Get("http://" + a.cfg.Console.Listen)
	must(t, err)
	if page := lee.read(plain); plain.StatusCode != http.StatusBadRequest || strings.Contains(page, "<html") {
		t.Errorf("plain HTTP answers %s:\n%s", plain.Status, page)
	}
}

// certificate is the certificate behind a new connection.
func (v *visitor) certificate() string {
	v.t.Helper()
	response, err := v.client.Get(v.cfg.Console.URL)
	must(v.t, err)
	v.read(response)
	if response.ProtoMajor != 2 || response.Header.Get("Strict-Transport-Security") == "" {
		v.t.Errorf("%s without HSTS", response.Proto)
	}
	return string(response.TLS.PeerCertificates[0].Raw)
}

// followsEvents claims a review, and waits for the event on an open page.
func (v *visitor) followsEvents() {
	v.t.Helper()
	path := v.waits()
	ctx, end := context.WithTimeout(v.t.Context(), patience)
	defer end()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, v.cfg.Console.URL+"/events?at=/", nil)
	must(v.t, err)
	stream, err := v.client.Do(r)
	must(v.t, err)
	defer stream.Body.Close()
	lines := bufio.NewScanner(stream.Body)
	lines.Scan() // the stream is open
	v.decides(path, "CLAIM")
	for lines.Scan() {
		if strings.Contains(lines.Text(), path[len("/r/"):][:len("Q-7F3K2M")]) {
			return
		}
	}
	v.t.Errorf("no event: %v", lines.Err())
}
