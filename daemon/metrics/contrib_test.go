package metrics

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const contrib = "../../contrib"

// promtool runs the tool of Debian's package prometheus.
func promtool(t *testing.T, input string, args ...string) {
	t.Helper()
	tool, err := exec.LookPath("promtool")
	if err != nil {
		t.Fatal("promtool is missing: run make setup")
	}
	run := exec.CommandContext(t.Context(), tool, args...)
	run.Stdin = strings.NewReader(input)
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func TestPromtoolAcceptsTheMetrics(t *testing.T) {
	get, _ := served(t, made(t))
	_, body := get("/metrics")
	promtool(t, body, "check", "metrics")
}

func TestEachAlertFiresAndClears(t *testing.T) {
	rules := filepath.Join(contrib, "prometheus", "ppamaild.rules.yml")
	promtool(t, "", "check", "rules", "--lint-fatal", rules)
	promtool(t, "", "test", "rules", filepath.Join(contrib, "prometheus", "ppamaild.rules.test.yml"))
	tests, err := os.ReadFile(filepath.Join(contrib, "prometheus", "ppamaild.rules.test.yml"))
	must(t, err)
	text, err := os.ReadFile(rules)
	must(t, err)
	for _, alert := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(string(text), -1) {
		if !strings.Contains(string(tests), "alertname: "+alert[1]+"\n") {
			t.Errorf("no test for %s", alert[1])
		}
	}
}

// The rules and the dashboard name only metrics that the daemon exposes.
func TestContribNamesKnownMetrics(t *testing.T) {
	get, _ := served(t, made(t))
	_, body := get("/metrics")
	var shelf Shelf
	address, stop := shelved(t, &shelf, "north")
	body += waitFor(t, address, "/metrics", http.StatusOK, "ppamaild_tenant_up")
	stop["north"]()
	for _, file := range []string{"prometheus/ppamaild.rules.yml", "grafana/ppamaild.json"} {
		text, err := os.ReadFile(filepath.Join(contrib, file))
		must(t, err)
		if strings.HasSuffix(file, ".json") && !json.Valid(text) {
			t.Errorf("%s is not JSON", file)
		}
		names := regexp.MustCompile(`ppamaild_\w+|process_\w+`).FindAllString(string(text), -1)
		if len(names) < 10 {
			t.Errorf("%s names %d metrics", file, len(names))
		}
		for _, name := range names {
			if !strings.Contains(body, "# TYPE "+strings.TrimSuffix(name, "_bucket")+" ") {
				t.Errorf("%s names %s, which is not a metric", file, name)
			}
		}
	}
}
