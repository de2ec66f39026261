package daemon_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"
)

var metricsURL = regexp.MustCompile(`serving metrics.* url=(\S+)`)

// measures waits until the metrics hold every one of lines.
func (a *agency) measures(lines ...string) {
	a.t.Helper()
	a.logs("serving metrics", 1)
	url := metricsURL.FindStringSubmatch(a.log.String())[1]
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		answer, err := http.Get(url)
		must(a.t, err)
		body, err := io.ReadAll(answer.Body)
		must(a.t, err)
		answer.Body.Close()
		missing := ""
		for _, line := range lines {
			if !strings.Contains(string(body), line+"\n") {
				missing = line
			}
		}
		if missing == "" {
			return
		}
		if time.Now().After(deadline) {
			a.t.Fatalf("metrics lack %q:\n%s", missing, body)
		}
	}
}
