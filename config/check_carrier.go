package config

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// Remote reports whether another party runs the carrier.
func (c *Carrier) Remote() bool { return c.Kind != CarrierReference }

func (c *Carrier) check(l *loader) {
	c.RootCAs = l.loadCAs("carrier.ca_file", c.CAFile)
	reached := c.Kind == CarrierHTTP
	byKey, byToken := reached && c.Auth == CarrierAPIKey, reached && c.Auth == CarrierOAuth2
	if reached {
		l.checkURL("carrier.base_url", c.BaseURL, `kind = "http"`, "https://carrier.test/v1")
		c.checkTimes(l)
		if c.Name == "" {
			l.Refuse("carrier.name", "what the carrier is called in quotes")
		} else if c.Name == Default().Carrier.Name {
			l.Warn("carrier.name", fmt.Sprintf("found %q", c.Name), "quotes tell customers whose price it is; set the insurance company's name")
		}
	}
	if byToken {
		l.checkURL("carrier.token_url", c.TokenURL, `kind = "http"`, "https://carrier.test/v1")
		if c.ClientID == "" {
			l.Report("carrier.client_id", "missing", `required with auth = "oauth2"`)
		}
	}
	l.checkSecret(secretKeys{key: "carrier.api_key", what: "API key", needs: `kind = "http" and auth = "api_key"`}, byKey, &c.APIKey, c.APIKeyFile, c.APIKeyEnv)
	l.checkSecret(secretKeys{key: "carrier.client_secret", what: "client secret", needs: `kind = "http" and auth = "oauth2"`}, byToken, &c.ClientSecret, c.ClientSecretFile, c.ClientSecretEnv)
}

// checkPayments checks the number of payments. The reference carrier has a term of six
// months and takes at most six payments.
func (q Quote) checkPayments(l *loader, kind CarrierKind) {
	switch n := q.Payments; {
	case n < 1 || n > 12:
		l.Refuse("quote.payments", "a number of payments from 1 to 12")
	case n > 6 && kind == CarrierReference:
		l.Refuse("quote.payments", `1 to 6 with the reference carrier; more with carrier.kind = "http" only`)
	}
}

func (c *Carrier) checkTimes(l *loader) {
	if c.GiveUpAfter.Duration < c.Timeout.Duration && l.Stated("carrier.give_up_after") {
		l.Refuse("carrier.give_up_after", "no less than timeout")
	} else if c.GiveUpAfter.Duration < c.Timeout.Duration {
		l.Refuse("carrier.timeout", "no more than give_up_after")
	}
}

// checkURL requires https except for loopback hosts, because the traffic contains personal
// data. Messages use needed, the reason for the URL, and like, an example.
func (l *loader) checkURL(key, value, needed, like string) {
	u, err := url.Parse(value)
	switch {
	case value == "":
		l.Report(key, "missing", "required with "+needed+", such as "+strconv.Quote(like))
	case err == nil && u.User != nil: // messages must not contain the credentials
		l.Report(key, "found a URL with credentials", "allowed: one without")
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.RawQuery != "" || u.Fragment != "":
		l.Refuse(key, "a URL such as "+strconv.Quote(like))
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		l.Refuse(key, "https, because http is for loopback hosts only")
	}
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback() || strings.EqualFold(host, "localhost")
}
