package client_test

import (
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"ppamaild/carrier"
	"ppamaild/carrier/client"
	"ppamaild/carrier/sandbox"
	"ppamaild/sandbox/localca"
	"ppamaild/sandbox/network"
)

// Network faults cost time, or the price; a fault never changes the price.
func TestNetworkFaults(t *testing.T) {
	host := startSandbox(t)
	for name, tt := range map[string]struct {
		toxic  string
		priced bool
	}{
		"slow":                 {`{"name":"x","type":"latency","attributes":{"latency":300,"jitter":100}}`, true},
		"narrow":               {`{"name":"x","type":"bandwidth","attributes":{"rate":20}}`, true},
		"in small pieces":      {`{"name":"x","type":"slicer","attributes":{"average_size":64,"size_variation":32,"delay":100}}`, true},
		"an octet at a time":   {`{"name":"x","type":"slicer","attributes":{"average_size":1,"size_variation":0,"delay":0}}`, true},
		"answers never arrive": {`{"name":"x","type":"timeout","attributes":{"timeout":0}}`, false},
		"answers are cut off":  {`{"name":"x","type":"limit_data","attributes":{"bytes":300}}`, false},
		"connections reset":    {`{"name":"x","type":"reset_peer","attributes":{"timeout":0}}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := build(t, connect(t, host, ""), workedCalls())
			p, err := network.Before(host)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(p.Close)
			if err := p.Poison(tt.toxic); err != nil {
				t.Fatal(err)
			}
			c := connect(t, p.Addr(), "", func(o *client.Options) {
				if tt.priced { // also on a slow machine
					o.Timeout, o.GiveUpAfter = time.Minute, time.Minute
				}
			})
			start := time.Now()
			_, result, err := call(t, c, 100, s, workedRate())
			if took := time.Since(start); !tt.priced && took > 8*time.Second {
				t.Errorf("it took %v", took)
			}
			if rated, is := result.(carrier.Rated); is != tt.priced || is && rated.Quote.Total != 1016_00 || !is && err == nil {
				t.Fatalf("%+v, %v", result, err)
			}
			// Once the network is well, the call is found to have been made, or is made.
			if err := p.Heal(); err != nil {
				t.Fatal(err)
			}
			key := carrier.Key{ID: t.Name() + "-100-rate_quote", Again: true}
			if _, result, err = c.Call(t.Context(), key, s, workedRate()); err != nil || result.(carrier.Rated).Quote.Total != 1016_00 {
				t.Errorf("afterwards: %+v, %v", result, err)
			}
		})
	}
}

func TestNobodyThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := l.Addr().String()
	_ = l.Close()
	c := connect(t, host, "", func(o *client.Options) { o.GiveUpAfter = time.Second })
	_, result, err := call(t, c, 0, carrier.Session{}, workedCalls()[0])
	if failed, is := result.(carrier.Failed); err != nil || !is || !failed.Temporary {
		t.Errorf("%+v, %v; it surely took no effect", result, err)
	}
}

// A carrier with an expired certificate gets no data.
func TestExpiredCertificate(t *testing.T) {
	told := false
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { told = true }))
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)
	files, err := localca.Write(t.TempDir(), time.Now().AddDate(-11, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := tls.LoadX509KeyPair(files.Cert, files.Key)
	if err != nil {
		t.Fatal(err)
	}
	server.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
	server.StartTLS()
	t.Cleanup(server.Close)
	authority, err := os.ReadFile(files.CA)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(authority)
	c, err := client.New(client.Options{Name: "Expired", BaseURL: server.URL + "/v1", APIKey: sandbox.APIKey, RootCAs: pool,
		Timeout: time.Second, GiveUpAfter: 5 * time.Second, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	_, result, err := call(t, c, 0, carrier.Session{}, workedCalls()[0])
	if err == nil || !strings.Contains(err.Error(), "trusted") || told || time.Since(start) > 2*time.Second {
		t.Errorf("%+v, %v, told %t after %v", result, err, told, time.Since(start))
	}
}

func TestOptionsAreChecked(t *testing.T) {
	good := client.Options{Name: "C", BaseURL: "https://carrier.test/v1", Timeout: 1, GiveUpAfter: 1, Logger: slog.New(slog.DiscardHandler)}
	if _, err := client.New(good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*client.Options){
		"no name": func(o *client.Options) { o.Name = "" }, "no URL": func(o *client.Options) { o.BaseURL = "" },
		"another scheme": func(o *client.Options) { o.BaseURL = "ftp://carrier.test" }, "no host": func(o *client.Options) { o.BaseURL = "https:///v1" },
		"no time-out": func(o *client.Options) { o.Timeout = 0 }, "no end": func(o *client.Options) { o.GiveUpAfter = 0 }, "no log": func(o *client.Options) { o.Logger = nil },
	} {
		o := good
		spoil(&o)
		if _, err := client.New(o); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
