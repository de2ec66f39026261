package traces

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	batch      = 512         // spans in one request
	gather     = time.Second // time for more spans to join a request
	answerTime = 5 * time.Second
	patience   = time.Minute     // before spans are dropped
	lastWords  = 3 * time.Second // for the last spans, when the daemon stops
	maxAnswer  = 64 << 10        // bytes
)

// Run exports spans until ctx ends.
func (s *Store) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case first := <-s.spans:
			s.exportAll(ctx, context.WithoutCancel(ctx), s.collect(ctx, first))
		}
	}
}

// collect returns the first span and the spans that follow soon.
func (s *Store) collect(ctx context.Context, first span) []span {
	spans, soon := []span{first}, time.NewTimer(gather)
	defer soon.Stop()
	for len(spans) < batch {
		select {
		case more := <-s.spans:
			spans = append(spans, more)
		case <-soon.C:
			return spans
		case <-ctx.Done():
			return spans
		}
	}
	return spans
}

// Close exports the last spans and closes the store. Run must have returned.
func (s *Store) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	var spans []span
	for range len(s.spans) {
		spans = append(spans, <-s.spans)
	}
	if len(spans) > 0 {
		s.exportAll(ctx, ctx, spans)
	}
	s.client.CloseIdleConnections()
	return s.Backend.Close()
}

// exportAll exports spans, and logs a failure. No retry follows once waiting is done.
func (s *Store) exportAll(waiting, posting context.Context, spans []span) {
	if s.dropped.Swap(false) {
		s.Log.Warn("too many spans wait for the collector; some were dropped")
	}
	raw, err := json.Marshal(s.request(s.Version, spans))
	if err == nil {
		_, err = backoff.Retry(waiting, func() (struct{}, error) {
			return struct{}{}, s.post(posting, raw)
		}, backoff.WithMaxElapsedTime(patience))
	}
	if err != nil {
		s.Log.Warn("the collector takes no spans", "error", err)
	}
}

// post posts a request once. An error that a retry can't mend is permanent for package backoff.
func (s *Store) post(ctx context.Context, raw []byte) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Endpoint, bytes.NewReader(raw))
	if err != nil {
		return backoff.Permanent(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "ppamaild/"+s.Version)
	answer, err := s.client.Do(r)
	if err != nil {
		return withoutURL(err)
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	switch answer.StatusCode {
	case http.StatusOK:
		return errors.Join(err, refused(said))
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable,
		http.StatusGatewayTimeout: // the statuses that OTLP retries
		if wait, bad := strconv.Atoi(answer.Header.Get("Retry-After")); bad == nil {
			return backoff.RetryAfter(wait)
		}
		return errors.New(answer.Status)
	}
	return backoff.Permanent(errors.New(answer.Status))
}

// refused returns an error if the collector dropped spans of a request.
func refused(answer []byte) error {
	var got struct {
		PartialSuccess struct {
			RejectedSpans json.Number `json:"rejectedSpans"`
			ErrorMessage  string      `json:"errorMessage"`
		} `json:"partialSuccess"`
	}
	if json.Unmarshal(answer, &got) != nil { // the spans arrived
		return nil
	}
	if n := got.PartialSuccess.RejectedSpans; n != "" && n != "0" {
		why := got.PartialSuccess.ErrorMessage
		return backoff.Permanent(fmt.Errorf("%s spans were refused: %s", n, why))
	}
	return nil
}

// withoutURL removes the address from an error. The address may be secret.
func withoutURL(err error) error {
	if wrapped, is := errors.AsType[*url.Error](err); is {
		return wrapped.Err
	}
	return err
}
