package daemon_test

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/metrics"
	"ppamaild/reading"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/raced"
	"ppamaild/store"
)

// monitor is a Prometheus server with the alert rules of contrib.
type monitor struct {
	t   *testing.T
	url string
}

// monitored starts a Prometheus server that scrapes the daemon. The rules look at seconds instead
// of minutes and hours.
func (a *agency) monitored() monitor {
	a.t.Helper()
	a.logs("serving metrics", 1)
	tool, err := exec.LookPath("prometheus")
	if err != nil {
		a.t.Fatal("prometheus is missing: run make setup")
	}
	rules, err := os.ReadFile("../contrib/prometheus/ppamaild.rules.yml")
	must(a.t, err)
	fast := strings.NewReplacer("4 * 3600", "1", "[15m]", "[5s]", "[10m]", "[20s]").Replace(string(rules))
	fast = regexp.MustCompile(`for: \d+m`).ReplaceAllString(fast, "for: 1s")
	dir := a.t.TempDir()
	must(a.t, os.WriteFile(filepath.Join(dir, "rules.yml"), []byte(fast), 0o600))
	target := strings.TrimSuffix(strings.TrimPrefix(metricsURL.FindStringSubmatch(a.log.String())[1], "http://"), "/metrics")
	must(a.t, os.WriteFile(filepath.Join(dir, "prometheus.yml"), []byte(`global: {scrape_interval: 250ms, scrape_timeout: 250ms, evaluation_interval: 250ms}
rule_files: [rules.yml]
scrape_configs: [{job_name: ppamaild, static_configs: [{targets: ["`+target+`"]}]}]
`), 0o600))
	listen := net.JoinHostPort(loopback(), "9090")
	var log buffer
	run := exec.CommandContext(a.t.Context(), tool, "--config.file="+filepath.Join(dir, "prometheus.yml"),
		"--storage.tsdb.path="+filepath.Join(dir, "data"), "--web.listen-address="+listen)
	run.Stdout, run.Stderr = &log, &log
	must(a.t, run.Start())
	a.t.Cleanup(func() {
		_ = run.Wait() // the context of the test kills the server
		if a.t.Failed() {
			a.t.Logf("the log of Prometheus:\n%s", log.String())
		}
	})
	m := monitor{a.t, "http://" + listen}
	for deadline := time.Now().Add(4 * patience); !m.scrapes(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			a.t.Fatal("Prometheus does not scrape the daemon")
		}
	}
	return m
}

// scrapes reports whether the server has metrics of the daemon. An increase counts from then on.
func (m monitor) scrapes() bool {
	answer, err := http.Get(m.url + "/api/v1/query?query=ppamaild_build_info")
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return err == nil && strings.Contains(string(text), "goversion")
}

// scraped lets a daemon serve metrics, also after a restart, at one address.
func scraped(a *agency) { a.cfg.Metrics.Listen = net.JoinHostPort(loopback(), "9108") }

// firing returns the names of the alerts that fire, sorted.
func (m monitor) firing() (names []string) {
	answer, err := http.Get(m.url + "/api/v1/alerts")
	if err != nil { // the server starts
		return nil
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK { // the server reads its files
		return nil
	}
	var got struct {
		Data struct {
			Alerts []struct {
				State  string
				Labels map[string]string
			}
		}
	}
	must(m.t, json.NewDecoder(answer.Body).Decode(&got))
	for _, alert := range got.Data.Alerts {
		if alert.State == "firing" {
			names = append(names, strings.TrimPrefix(alert.Labels["alertname"], "Ppamaild"))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// fires waits until an alert fires, or no longer fires.
func (m monitor) fires(alert string, want bool) {
	m.t.Helper()
	var names []string
	for deadline := time.Now().Add(4 * patience); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if names = m.firing(); slices.Contains(names, alert) == want {
			return
		}
	}
	m.t.Fatalf("%s fires: want %t; firing: %v", alert, want, names)
}

// carrierDown gives the daemon a carrier over HTTP that refuses connections.
func carrierDown(a *agency) {
	a.cfg.Carrier = config.Carrier{
		Kind: config.CarrierHTTP, Name: "the carrier", BaseURL: "http://" + loopback() + ":9",
		APIKey:  config.NewSecret("key"),
		Timeout: config.Duration{Duration: time.Second}, GiveUpAfter: config.Duration{Duration: time.Second},
	}
}

// A Prometheus server scrapes the daemon. Each fault of the daemon fires its alert, and the alert
// clears after the fault.
func TestPrometheusAlertsOnFaultsOfTheDaemon(t *testing.T) {
	host := inProcess(t)
	a, bad := behind(t, host, carrierDown, func(a *agency) {
		for _, c := range []*config.MailboxAccount{&a.cfg.Mailbox.Customer, &a.cfg.Mailbox.Agency} {
			c.SilenceAlarm.Duration = raced.Slowdown * 2 * time.Second
		}
		scraped(a)
	})
	m := a.monitored()

	bad.Reading.Refuse()
	m.fires("MailboxSilent", true)
	heal(t, bad.Reading)
	m.fires("MailboxSilent", false)

	_, password := host.Account(play.Quotes)
	host.SetPassword(play.Quotes, "another")
	bad.Reading.Refuse()
	heal(t, bad.Reading)
	m.fires("LoginRejected", true)
	host.SetPassword(play.Quotes, password)
	m.fires("LoginRejected", false)

	review := a.asks()
	m.fires("ReviewsWaiting", true)
	host.Inject(sandbox.Fault{Recipient: play.Alice, Code: 550, Message: "5.1.1 no such user"})
	a.replies(a.lee, review, "ACCEPT")
	m.fires("ReviewsWaiting", false)
	m.fires("MailUndelivered", true)
	_, err := a.orders(false, a.unsent(play.Alice, store.MailFailed).ID)
	must(t, err)
	m.fires("MailUndelivered", false)

	bad.Sending.Refuse()
	a.raw("From: Alice Moreno <"+play.Alice+">", "From: lee@agency.test", "To: "+play.Quotes,
		"Subject: Two authors", "Message-ID: <two-authors@customer.test>",
		"Date: Fri, 20 Nov 2026 10:00:00 -0800", "", "Please quote my car.")
	m.fires("MailRetrying", true)
	m.fires("MessagesWaiting", true)
	heal(t, bad.Sending)
	m.fires("MailRetrying", false)
	_, err = through(a, func(c admin.Commands) (struct{}, error) {
		list, err := c.Quarantined(t.Context())
		return struct{}{}, errors.Join(err, c.SetAside(t.Context(), list[0].ID, "I called her", "olga"))
	})
	must(t, err)
	m.fires("MessagesWaiting", false)

	for range 8 { // one failed call is no alert
		a.writes(a.bob, sandbox.Mail{Subject: "Quote please", Text: complete})
	}
	m.fires("CarrierFailing", true)
	m.fires("CarrierFailing", false)

	a.stop()
	m.fires("Down", true)
	a.start()
	m.fires("Down", false)
}

// The alert about a tenant fires while the file of the tenant has mistakes.
func TestPrometheusAlertsOnATenant(t *testing.T) {
	shelf := new(metrics.Shelf)
	a := open(t, inProcess(t), scraped, func(a *agency) {
		a.shelf, a.cfg.Metrics.TenantLabel = shelf, true
	})
	m := a.monitored()
	shelf.SetFaults(map[string]string{"south": "the configuration has mistakes"}, nil)
	m.fires("TenantDown", true)
	shelf.SetFaults(nil, nil)
	m.fires("TenantDown", false)
}

// The alert about a second program fires until an admin releases the outbox.
func TestPrometheusAlertsOnASecondProgram(t *testing.T) {
	a := open(t, inProcess(t), trusting, oftenAlarmed, scraped)
	m := a.monitored()
	a.raw(bySecondProgram("twin@agency.test", "dmarc=pass header.from=agency.test")...)
	m.fires("TwinStopsMail", true)
	_, err := a.releases()
	must(t, err)
	m.fires("TwinStopsMail", false)
}

// The alert about a model fires while the model does not answer.
func TestPrometheusAlertsOnAModelThatFails(t *testing.T) {
	a, _, bad := behindModel(t, time.Second, scraped)
	m := a.monitored()
	bad.Refuse()
	for range 16 { // one failed call is no alert
		a.writes(a.bob, sandbox.Mail{Subject: "Quote please", Text: complete})
	}
	m.fires("PlannerFailing", true)
	heal(t, bad)
	m.fires("PlannerFailing", false)
}

// The alert about work that ended, but still runs, fires until the work returns.
func TestPrometheusAlertsOnWorkThatRunsLate(t *testing.T) {
	ended := make(chan struct{})
	ends := sync.OnceFunc(func() { close(ended) })
	defer ends()
	a := open(t, inProcess(t), scraped, func(a *agency) {
		a.limit = workLimit
		a.reader = func(in reading.Input) reading.Reading {
			if strings.Contains(in.Text, unreadable) {
				<-ended
			}
			return reading.Read(in)
		}
	})
	m := a.monitored()
	a.writes(a.alice, sandbox.Mail{Subject: "My car", Text: "Please quote my 2019 Honda Civic. " + unreadable})
	m.fires("WorkRunningLate", true)
	ends()
	m.fires("WorkRunningLate", false)
}

// The alert about copies fires while Sent is over its quota. A restart files the copies.
func TestPrometheusAlertsOnMissingCopies(t *testing.T) {
	host := inProcess(t)
	a := open(t, host, scraped)
	m := a.monitored()
	review := a.asks()
	host.OverQuota(1000)
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.alice, "Quote please")
	m.fires("CopiesMissing", true)
	host.OverQuota(0)
	a.stop()
	a.start()
	m.fires("CopiesMissing", false)
}

// The alert about slow commits fires while a commit waits for a full disk.
func TestPrometheusAlertsOnSlowCommits(t *testing.T) {
	parallel(t)
	if !apart(t) {
		return
	}
	a := open(t, inProcess(t), scraped)
	m := a.monitored()
	room := diskFull(t)
	a.writes(a.bob, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.logs("disk full: paused", 1)
	m.fires("SlowCommits", true)
	room()
	m.fires("SlowCommits", false)
}
