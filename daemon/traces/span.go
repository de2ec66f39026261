package traces

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"time"
)

// span is the way of one message, event or mail through a station, from one commit to the next.
type span struct {
	thread     string
	station    string
	number     uint64 // of the message, event or mail; unique within the station
	parent     string // id; "": the first span of the trace
	first      bool   // begins the trace
	start, end time.Time
	attributes []attribute
}

type attribute struct {
	Key   string `json:"key"`
	Value value  `json:"value"`
}

// value has one field. A number is a string, as in all JSON of protocol buffers.
type value struct {
	String *string `json:"stringValue,omitempty"`
	Int    string  `json:"intValue,omitempty"`
}

func text(key, s string) attribute { return attribute{key, value{String: &s}} }

func number(key string, n uint64) attribute {
	return attribute{key, value{Int: strconv.FormatUint(n, 10)}}
}

// kind returns the SpanKind of a station, as in opentelemetry.proto.trace.v1.
func kind(station string) int {
	switch station {
	case accept:
		return 5 // consumer
	case send:
		return 3 // client
	}
	return 1 // internal
}

// ids derives the ids of traces and spans from the store, so that the spans of a thread find each
// other after a restart, and on any day. The agency tells the daemons of one collector apart.
type ids struct{ agency string }

func (i ids) sum(thread, station string, number uint64) [sha256.Size]byte {
	key := i.agency + "\x00" + thread + "\x00" + station + "\x00"
	return sha256.Sum256(binary.BigEndian.AppendUint64([]byte(key), number))
}

func (i ids) trace(thread string) string {
	sum := i.sum(thread, "", 0)
	return hex.EncodeToString(sum[:16])
}

func (i ids) span(thread, station string, number uint64) string {
	sum := i.sum(thread, station, number)
	return hex.EncodeToString(sum[:8])
}

// root is the id of the first span of a trace.
func (i ids) root(thread string) string { return i.span(thread, "", 1) }

// exported is a span of OTLP in JSON (opentelemetry.io/docs/specs/otlp, "JSON Protobuf Encoding").
type exported struct {
	TraceID      string      `json:"traceId"`
	SpanID       string      `json:"spanId"`
	ParentSpanID string      `json:"parentSpanId,omitempty"`
	Name         string      `json:"name"`
	Kind         int         `json:"kind"`
	Start        string      `json:"startTimeUnixNano"`
	End          string      `json:"endTimeUnixNano"`
	Attributes   []attribute `json:"attributes"`
}

func (i ids) export(s span) exported {
	start := s.start
	if start.IsZero() || start.After(s.end) { // a mail server may have another clock
		start = s.end
	}
	e := exported{
		TraceID: i.trace(s.thread), SpanID: i.span(s.thread, s.station, s.number),
		ParentSpanID: s.parent, Name: s.station, Kind: kind(s.station),
		Start: strconv.FormatInt(start.UnixNano(), 10), End: strconv.FormatInt(s.end.UnixNano(), 10),
		Attributes: append(s.attributes, text("ppamaild.thread", s.thread)),
	}
	if s.first {
		e.SpanID = i.root(s.thread)
	}
	return e
}

// request is an ExportTraceServiceRequest.
type request struct {
	ResourceSpans []resourceSpans `json:"resourceSpans"`
}

type resourceSpans struct {
	Resource   resource     `json:"resource"`
	ScopeSpans []scopeSpans `json:"scopeSpans"`
}

type resource struct {
	Attributes []attribute `json:"attributes"`
}

type scopeSpans struct {
	Scope scope      `json:"scope"`
	Spans []exported `json:"spans"`
}

type scope struct {
	Name string `json:"name"`
}

func (i ids) request(version string, spans []span) request {
	from := resource{[]attribute{text("service.name", "ppamaild"), text("service.version", version)}}
	all := make([]exported, len(spans))
	for n, s := range spans {
		all[n] = i.export(s)
	}
	return request{[]resourceSpans{{from, []scopeSpans{{scope{"ppamaild"}, all}}}}}
}
