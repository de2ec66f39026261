// Package otlp is a strict collector of traces for tests: OTLP over HTTP, as JSON. It refuses
// requests that the protocol does not allow, where a real collector may guess.
package otlp

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Span is a received span.
type Span struct {
	TraceID, SpanID, Parent, Name string
	Start, End                    time.Time
	Attributes                    map[string]string
}

// Collector receives spans.
type Collector struct {
	server *httptest.Server

	mu     sync.Mutex
	spans  []Span
	raw    []byte
	wrong  []error
	fail   []int
	posted int
}

// Start starts a collector on a loopback address.
func Start() *Collector {
	c := new(Collector)
	c.server = httptest.NewServer(c)
	return c
}

// Close stops the collector and returns the mistakes of its clients.
func (c *Collector) Close() error {
	c.server.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	return errors.Join(c.wrong...)
}

// Endpoint is the URL for traces.
func (c *Collector) Endpoint() string { return c.server.URL + "/v1/traces" }

// Fail answers the next requests with statuses.
func (c *Collector) Fail(statuses ...int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fail = append(c.fail, statuses...)
}

// Spans returns the spans so far, and all bytes of the requests.
func (c *Collector) Spans() (spans []Span, raw []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.spans), slices.Clone(c.raw)
}

// Posted returns the number of requests.
func (c *Collector) Posted() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.posted
}

// ServeHTTP implements http.Handler.
func (c *Collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.posted++
	if len(c.fail) > 0 {
		status := c.fail[0]
		c.fail = c.fail[1:]
		w.WriteHeader(status)
		return
	}
	c.raw = append(c.raw, raw...)
	kind := r.Header.Get("Content-Type")
	if r.Method != http.MethodPost || r.URL.Path != "/v1/traces" || kind != "application/json" {
		err = errors.Join(err, fmt.Errorf("%s %s of %s", r.Method, r.URL.Path, kind))
	}
	spans, wrong := parse(raw)
	if err = errors.Join(err, wrong); err != nil {
		c.wrong = append(c.wrong, err)
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	c.spans = append(c.spans, spans...)
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintln(w, `{"partialSuccess":{}}`)
}

// The messages of opentelemetry/proto/collector/trace/v1 and trace/v1, with the fields that a
// client of this project may send.
type request struct {
	ResourceSpans []struct {
		Resource   struct{ Attributes []attribute }
		ScopeSpans []struct {
			Scope struct{ Name, Version string }
			Spans []rawSpan
		}
	}
}

type rawSpan struct {
	TraceID, SpanID, ParentSpanID string

	Name       string
	Kind       int
	Start      string `json:"startTimeUnixNano"`
	End        string `json:"endTimeUnixNano"`
	Attributes []attribute
}

type attribute struct {
	Key   string
	Value struct {
		StringValue *string
		IntValue    *string
	}
}

func parse(raw []byte) (spans []Span, err error) {
	var got request
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&got); err != nil {
		return nil, err
	}
	for _, of := range got.ResourceSpans {
		from, wrong := attributes(of.Resource.Attributes)
		if wrong == nil && from["service.name"] == "" {
			wrong = errors.New("the resource has no service.name")
		}
		err = errors.Join(err, wrong)
		for _, in := range of.ScopeSpans {
			for _, s := range in.Spans {
				one, wrong := s.checked()
				spans, err = append(spans, one), errors.Join(err, wrong)
			}
		}
	}
	if len(spans) == 0 {
		err = errors.Join(err, errors.New("the request has no spans"))
	}
	return spans, err
}

func (s rawSpan) checked() (Span, error) {
	start, startErr := nanoseconds(s.Start)
	end, endErr := nanoseconds(s.End)
	named, attributesErr := attributes(s.Attributes)
	err := errors.Join(startErr, endErr, attributesErr, id(s.TraceID, 16), id(s.SpanID, 8))
	switch {
	case s.ParentSpanID != "" && id(s.ParentSpanID, 8) != nil:
		err = errors.Join(err, id(s.ParentSpanID, 8))
	case s.Name == "":
		err = errors.Join(err, errors.New("a span has no name"))
	case s.Kind < 1 || s.Kind > 5:
		err = errors.Join(err, fmt.Errorf("the kind of a span is %d", s.Kind))
	case end.Before(start):
		err = errors.Join(err, errors.New("a span ends before its start"))
	}
	return Span{
		TraceID: s.TraceID, SpanID: s.SpanID, Parent: s.ParentSpanID, Name: s.Name,
		Start: start, End: end, Attributes: named,
	}, err
}

// id checks an id: hexadecimal digits, and not all zero.
func id(s string, size int) error {
	raw, err := hex.DecodeString(s)
	if err != nil || len(raw) != size || len(bytes.Trim(raw, "\x00")) == 0 {
		return fmt.Errorf("%q is no id of %d bytes", s, size)
	}
	return nil
}

func nanoseconds(s string) (time.Time, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err == nil && n <= 0 {
		err = fmt.Errorf("the time is %d", n)
	}
	return time.Unix(0, n), err
}

func attributes(list []attribute) (map[string]string, error) {
	all := make(map[string]string)
	for _, a := range list {
		_, twice := all[a.Key]
		switch v := a.Value; {
		case a.Key == "" || twice:
			return nil, fmt.Errorf("the attribute %q is there twice, or has no name", a.Key)
		case v.StringValue != nil && v.IntValue == nil:
			all[a.Key] = *v.StringValue
		case v.IntValue != nil && v.StringValue == nil:
			if _, err := strconv.ParseInt(*v.IntValue, 10, 64); err != nil {
				return nil, err
			}
			all[a.Key] = *v.IntValue
		default:
			return nil, fmt.Errorf("the attribute %q has no value, or two", a.Key)
		}
	}
	return all, nil
}
