package daemon_test

import (
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/network"
	"ppamaild/sandbox/openai"
	"ppamaild/store"
)

// behindModel has the daemon ask a model over a bad network, with a given patience.
func behindModel(t *testing.T, patience time.Duration, edits ...func(*agency)) (*agency, *openai.Server, *network.Proxy) {
	t.Helper()
	var server *openai.Server
	var bad *network.Proxy
	a := open(t, inProcess(t), append(edits, func(a *agency) {
		server = withModel(t, a.cfg)
		var err error
		bad, err = network.Before(strings.TrimSuffix(strings.TrimPrefix(server.BaseURL(), "http://"), "/v1"))
		must(t, err)
		t.Cleanup(bad.Close)
		p := &a.cfg.Planner
		p.BaseURL, p.Timeout, p.Patience = "http://"+bad.Addr()+"/v1", config.Duration{Duration: time.Second}, config.Duration{Duration: patience}
	})...)
	return a, server, bad
}

// Over a network that is merely bad a model is asked as ever.
func TestModelBehindABadNetwork(t *testing.T) {
	parallel(t)
	for name, toxic := range map[string]string{
		"slow":               `{"name":"x","type":"latency","attributes":{"latency":150,"jitter":100}}`,
		"an octet at a time": `{"name":"x","type":"slicer","attributes":{"average_size":1,"size_variation":0,"delay":0}}`,
	} {
		t.Run(name, func(t *testing.T) {
			a, server, bad := behindModel(t, time.Minute)
			poison(t, toxic, bad)
			a.replies(a.lee, a.asks(), "ACCEPT")
			a.gets(a.alice, "Quote please")
			if n := a.logged("the model did not answer"); n > 0 || len(refused(server)) > 0 {
				t.Errorf("%d requests got no answer, %d were refused", n, len(refused(server)))
			}
		})
	}
}

// After any network fault, the daemon asks the model again until an answer arrives. Past
// planner.patience, staff get the thread and may hand the thread back. Each customer mail is
// answered once, and none is lost.
func TestModelBehindABrokenNetwork(t *testing.T) {
	for name, breaks := range map[string]func(*testing.T, *network.Proxy){
		"refused": func(_ *testing.T, p *network.Proxy) { p.Refuse() },
		"half-open": func(t *testing.T, p *network.Proxy) {
			poison(t, `{"name":"x","type":"timeout","attributes":{"timeout":0}}`, p)
		},
		"reset": func(t *testing.T, p *network.Proxy) {
			poison(t, `{"name":"x","type":"reset_peer","attributes":{"timeout":0}}`, p)
		},
		"cut off": func(t *testing.T, p *network.Proxy) {
			poison(t, `{"name":"x","type":"limit_data","attributes":{"bytes":300}}`, p)
		},
		"too slow": func(t *testing.T, p *network.Proxy) {
			poison(t, `{"name":"x","type":"slicer","attributes":{"average_size":1,"size_variation":0,"delay":20000}}`, p)
		},
	} {
		t.Run(name+" for a while", func(t *testing.T) {
			t.Parallel()
			a, _, bad := behindModel(t, time.Minute)
			breaks(t, bad)
			a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
			a.logs("the model did not answer", 1)
			heal(t, bad)
			a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
			a.gets(a.alice, "Quote please")
			a.getsNothing(a.alice)
		})
		t.Run(name+" for good", func(t *testing.T) {
			t.Parallel()
			a, _, bad := behindModel(t, 3*time.Second)
			breaks(t, bad)
			a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
			over := a.gets(a.lee, "Over to you")
			says(t, over, "no answer within 3s")
			a.getsNothing(a.alice)
			heal(t, bad)
			a.replies(a.lee, over, "HAND BACK")
			a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
			a.gets(a.alice, "Quote please")
			if threads := a.threads(); len(threads) != 1 || threads[0].Status != store.ThreadAwaitingCustomer {
				t.Errorf("%d threads, the first is %s", len(threads), threads[0].Status)
			}
		})
	}
}

// A server without the model's certificate gets no data.
func TestModelWithoutACertificateIsNotAsked(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) {
		server := withModel(t, a.cfg)
		t.Cleanup(func() {
			if n := len(server.Seen()); n > 0 {
				t.Errorf("%d requests", n)
			}
		})
		a.cfg.Planner.BaseURL = "https://" + a.host.IMAPS().Addr() + "/v1" // which speaks TLS
		a.cfg.Planner.Patience.Duration = time.Second
	})
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	says(t, a.gets(a.lee, "Over to you"), "certificate")
	a.getsNothing(a.alice)
}
