package daemon_test

import (
	"fmt"
	"net"
	"sync"
	"testing"

	"ppamaild/config"
	"ppamaild/sandbox"
)

// An SMTP server that accepts connections and never answers delays only its own mail, in any
// amount.
func TestHangingServerOfTheAgencyDelaysNoCustomer(t *testing.T) {
	server := hang(t)
	defer server.release()
	a := open(t, inProcess(t), acknowledging, func(a *agency) {
		a.cfg.SMTP.Agency.Host, a.cfg.SMTP.Agency.Port = "127.0.0.1", server.port
		a.cfg.Review.Staff = nil
		for n := range 20 { // more than are sent at a time
			a.cfg.Review.Staff = append(a.cfg.Review.Staff, config.Staff{Address: fmt.Sprintf("staff%d@agency.test", n)})
		}
	})
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
	server.wait(8)
	a.writes(a.bob, sandbox.Mail{Subject: "A quote for me", Text: incomplete})
	says(t, a.gets(a.bob, "A quote for me"), "We have not quoted or decided anything yet")
}

// hanging takes connections and says nothing.
type hanging struct {
	port    int
	taken   chan struct{} // one for each connection
	release func()        // ends them

}

func hang(t *testing.T) *hanging {
	t.Helper()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	must(t, err)
	h := &hanging{port: listener.Addr().(*net.TCPAddr).Port, taken: make(chan struct{}, 1000)}
	var held []net.Conn
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return // closed
			}
			held = append(held, c)
			h.taken <- struct{}{}
		}
	})
	h.release = func() {
		must(t, listener.Close())
		serving.Wait()
		for _, c := range held {
			must(t, c.Close())
		}
	}
	return h
}

// wait returns when n connections were taken.
func (h *hanging) wait(n int) {
	for range n {
		<-h.taken
	}
}
