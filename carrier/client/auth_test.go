package client_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"ppamaild/carrier/client"
)

// A caller that waits for the token of another goroutine can stop waiting.
func TestWaitForATokenEnds(t *testing.T) {
	asked, answer := make(chan struct{}), make(chan struct{})
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(asked)
		<-answer
		w.WriteHeader(http.StatusInternalServerError)
	}))
	defer endpoint.Close()
	c, err := client.New(client.Options{
		Name: "Testing", BaseURL: endpoint.URL, OAuth: client.OAuth{TokenURL: endpoint.URL, ClientID: "id", ClientSecret: "secret"},
		Timeout: 10 * time.Second, GiveUpAfter: 10 * time.Second, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	first := make(chan error)
	go func() { first <- c.Probe(t.Context()) }()
	<-asked
	ctx, cancel := context.WithCancel(t.Context())
	second := make(chan error, 1)
	go func() { second <- c.Probe(ctx) }()
	cancel()
	select {
	case err := <-second:
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Error("it still waits for the other's token")
	}
	close(answer)
	if err := <-first; err == nil {
		t.Error("there was a token")
	}
}
