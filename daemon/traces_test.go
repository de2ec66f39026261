package daemon_test

import (
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox/otlp"
	"ppamaild/sandbox/play"
)

// A thread is one trace from the arrival of a message to the sending of the answer, also across a
// restart. Each station has spans, each parent is there, and no span has data of a customer.
func TestAThreadIsOneTrace(t *testing.T) {
	collector := otlp.Start()
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Tracing.Endpoint = collector.Endpoint() })
	review := a.asks()
	a.stop()
	a.start()
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.stop() // exports the last spans
	must(t, collector.Close())

	spans, raw := collector.Spans()
	byID, stations := make(map[string]otlp.Span), make(map[string]int)
	for _, s := range spans {
		if _, twice := byID[s.SpanID]; twice {
			t.Errorf("a span is there twice: %+v", s)
		}
		byID[s.SpanID] = s
		stations[s.Name+" "+s.Attributes["ppamaild.kind"]]++
	}
	roots := 0
	for _, s := range spans {
		parent, known := byID[s.Parent]
		switch {
		case s.TraceID != spans[0].TraceID || s.Attributes["ppamaild.thread"] != review.Subject[1:9]:
			t.Errorf("another trace: %+v", s)
		case s.Parent == "" && s.Name == "accept":
			roots++
		case !known:
			t.Errorf("the parent is missing: %+v", s)
		case s.Name == "route" && parent.Name != "accept":
			t.Errorf("a message was routed in %s", parent.Name)
		}
	}
	for station, want := range map[string]int{
		"accept ": 2, "route ": 2, "run customer": 1, "run staff": 1,
		"send review": 2, "send customer": 1,
	} {
		if stations[station] != want {
			t.Errorf("%d spans of %q, want %d: %v", stations[station], station, want, stations)
		}
	}
	if roots != 1 {
		t.Errorf("%d spans begin the trace", roots)
	}
	for _, secret := range []string{"alice", "moreno", "civic", "quote please", "@", play.Lee} {
		if strings.Contains(strings.ToLower(string(raw)), secret) {
			t.Errorf("a span has %q", secret)
		}
	}
}

// A collector that is down delays no mail and no stop. The log says so once.
func TestACollectorThatIsDown(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Tracing.Endpoint = "http://" + loopback() + ":9/v1/traces" })
	a.replies(a.lee, a.asks(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	began := time.Now()
	a.stop()
	if took := time.Since(began); took > patience {
		t.Errorf("the stop took %v", took)
	}
	a.logs("the collector takes no spans", 1)
}
