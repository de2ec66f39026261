package sandbox_test

import (
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/sandbox"
)

// falling is a host with a newest connection that can fall silent while open.
type falling struct {
	sandbox.Host
	listener net.Listener
	newest   atomic.Pointer[atomic.Bool] // whether the connection is silent
}

func (f *falling) IMAPS() sandbox.Endpoint {
	return sandbox.Endpoint{Host: "127.0.0.1", Port: f.listener.Addr().(*net.TCPAddr).Port, TLS: f.Host.IMAPS().TLS}
}

// serve forwards data between the connections and the host.
func (f *falling) serve() {
	for {
		client, err := f.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", f.Host.IMAPS().Addr())
		if err != nil {
			client.Close()
			continue
		}
		silent := new(atomic.Bool)
		f.newest.Store(silent)
		go func() { _, _ = io.Copy(server, client); server.Close() }()
		go func() { _, _ = io.Copy(mouth{client, silent}, server); client.Close() }()
	}
}

// mouth drops data while silent.
type mouth struct {
	io.Writer
	silent *atomic.Bool
}

func (m mouth) Write(p []byte) (int, error) {
	if m.silent.Load() {
		return len(p), nil
	}
	return m.Writer.Write(p)
}

// A lost answer does not keep a person from mail in the INBOX.
func TestWaitAsksAnewWhereNothingIsAnswered(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	good := newServer(t)
	bad := &falling{Host: good, listener: listener}
	go bad.serve()
	ann, agency := newPerson(t, good, "Ann", "alice@customer.test"), newPerson(t, bad, "", "quotes@agency.test")
	sent := make(chan error, 1)
	time.AfterFunc(200*time.Millisecond, func() { // the agency waits at that time
		bad.newest.Load().Store(true)
		_, err := ann.Send(t.Context(), sandbox.Mail{To: []string{agency.Address}, Subject: "first"})
		sent <- err
	})
	if got := wait(t, agency, nil); got.Subject != "first" {
		t.Errorf("got %q", got.Subject)
	}
	if err := <-sent; err != nil {
		t.Error(err)
	}
}
