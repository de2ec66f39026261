package notify

import (
	"testing"

	"ppamaild/config"
	"ppamaild/daemon/agency"
	"ppamaild/store"
)

// A review links to the console, even if another daemon on the store serves the console.
func TestReviewLinksToTheConsoleOfAnotherDaemon(t *testing.T) {
	cfg := config.Default()
	v := View{Writer: &Writer{Agency: &agency.Agency{Config: cfg}}}
	if got := v.inConsole(store.Review{Thread: "Q-222222", Number: 1}); got != "" {
		t.Errorf("without a console: %s", got)
	}
	cfg.Console.URL = "https://console.agency.test"
	got := v.inConsole(store.Review{Thread: "Q-222222", Number: 1})
	if want := "https://console.agency.test/r/Q-222222/1"; got != want {
		t.Errorf("%s instead of %s", got, want)
	}
}
