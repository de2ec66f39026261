package daemon_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
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

// realCollector starts an OpenTelemetry Collector, and returns its endpoint and its output.
func realCollector(t *testing.T) (endpoint string, said *buffer) {
	t.Helper()
	dir, listen := t.TempDir(), loopback()+":4318"
	program, config := filepath.Join(dir, "collector"), filepath.Join(dir, "collector.yaml")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".")
	build.Dir = "../sandbox/otlp/collector"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	must(t, os.WriteFile(config, []byte(`receivers: {otlp: {protocols: {http: {endpoint: "`+listen+`"}}}}
exporters: {debug: {verbosity: detailed}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [debug]}}}
`), 0o600))
	said = new(buffer)
	run := exec.CommandContext(t.Context(), program, "--config", config)
	run.Cancel = func() error { return run.Process.Signal(syscall.SIGTERM) }
	run.WaitDelay = patience
	run.Stdout, run.Stderr = said, said
	must(t, run.Start())
	t.Cleanup(func() { _ = run.Wait() }) // the end of the test stops the collector
	for deadline := time.Now().Add(4 * patience); !strings.Contains(said.String(), "Everything is ready"); {
		if time.Now().After(deadline) {
			t.Fatalf("the collector does not start:\n%s", said)
		}
		time.Sleep(20 * time.Millisecond)
	}
	return "http://" + listen + "/v1/traces", said
}

// An OpenTelemetry Collector gets a conversation as one trace, with the spans of each station.
func TestARealCollectorGetsATrace_Slow(t *testing.T) {
	endpoint, said := realCollector(t)
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Tracing.Endpoint = endpoint })
	a.replies(a.lee, a.asks(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.stop() // exports the last spans

	found := regexp.MustCompile(`Trace ID +: (\w+)\s+Parent ID +: (\w*)\s+ID +: (\w+)\s+Name +: (\w+)`).
		FindAllStringSubmatch(said.String(), -1)
	ids, stations, roots := map[string]bool{"": true}, map[string]int{}, 0
	for _, span := range found {
		ids[span[3]] = true
		stations[span[4]]++
		if span[2] == "" {
			roots++
		}
	}
	for _, span := range found {
		if span[1] != found[0][1] || !ids[span[2]] {
			t.Errorf("a span of another trace, or without its parent: %q", span[0])
		}
	}
	if stations["accept"] != 2 || stations["route"] != 2 || stations["run"] < 2 || stations["send"] < 3 || roots != 1 {
		t.Errorf("%d roots, spans of %v:\n%s", roots, stations, said)
	}
}
