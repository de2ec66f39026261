package play

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ppamaild/sandbox"
)

// The addresses of the play.
const (
	Quotes  = "quotes@agency.test"
	Reviews = "reviews@agency.test"
	Lee     = "lee@agency.test"
	Dana    = "dana@agency.test"
	Alice   = "alice@customer.test"
)

const timezone = "America/Los_Angeles" // the agency's time zone

const configuration = `# Made for a mail host that runs on this machine only.
[agency]
name = "Sunrise Insurance Agency"
timezone = "` + timezone + `"
licensed_states = ["CA", "OR", "WA"]
producer = { name = "Dana Reyes", license = "0X00000" }

[mailbox.customer]
address = "quotes@agency.test"
%s
[mailbox.agency]
address = "reviews@agency.test"
%s
[smtp]
%s
[smtp.agency]
%s
[store]
path = "ppamaild.db"

[review]
staff = [{ name = "Lee Tran", address = "lee@agency.test" }, { name = "Dana Reyes", address = "dana@agency.test" }]
notify = "all"
bounce_wait = "1s"
digest_at = %q
`

// WriteConfig writes ppamaild.toml into dir, for a daemon that serves the agency at host, and
// returns the path. The time of the daily digest is one minute ago, so that no digest arrives
// during the play.
func WriteConfig(dir string, host sandbox.Host) (string, error) {
	zone, err := time.LoadLocation(timezone)
	if err != nil {
		return "", fmt.Errorf("writing the configuration: %w", err)
	}
	text := fmt.Sprintf(configuration,
		server(host, host.IMAPS(), Quotes), server(host, host.IMAPS(), Reviews),
		server(host, host.Submission(), Quotes), server(host, host.Submission(), Reviews),
		time.Now().In(zone).Add(-time.Minute).Format("15:04"))
	path := filepath.Join(dir, "ppamaild.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return "", fmt.Errorf("writing the configuration: %w", err)
	}
	return path, nil
}

func server(host sandbox.Host, at sandbox.Endpoint, address string) string {
	user, password := host.Account(address)
	return fmt.Sprintf("host = %q\nport = %d\ntls = %q\nusername = %q\npassword = %q\nca_file = %q\n",
		at.Host, at.Port, at.TLS, user, password, host.CAFile())
}
