package config

import (
	"crypto/tls"
	"net"
	"net/url"
	"slices"

	"ppamaild/config/toml"
)

// check completes the address of the console, and refuses a console that sends sessions over a
// network without TLS.
func (c *Console) check(l *loader) {
	l.checkListen("console.listen", c.Listen)
	host, _, err := net.SplitHostPort(c.Listen)
	if c.Listen == "" || err != nil {
		return
	}
	c.checkFiles(l)
	if !isLoopback(host) && c.CertFile == "" {
		l.Refuse("console.listen", "a loopback address such as \"127.0.0.1:8080\" behind a proxy "+
			"with TLS, or any address with cert_file and key_file")
		return
	}
	if c.URL == "" {
		c.URL = "http://" + c.Listen
		if c.CertFile != "" {
			c.URL = "https://" + c.Listen
		}
	}
	if !isOrigin(c.URL) {
		l.Refuse("console.url", "https and a host, such as \"https://console.agency.test\"")
	}
}

// isOrigin reports whether an address is https and a host, or http and a host of this machine.
func isOrigin(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Path != "" || u.RawQuery != "" {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname())
}

// checkAdmins makes the addresses of admins canonical. An admin is a member of staff.
func (c *Console) checkAdmins(l *loader, staff []Staff) {
	for i, address := range c.Admins {
		key := toml.Element("console.admins", i)
		address = l.checkAddress(key, address)
		at := slices.IndexFunc(staff, func(s Staff) bool {
			return s.Address == address || slices.Contains(s.Aliases, address)
		})
		switch {
		case address == "" || at < 0 && !l.Sound("review.staff"):
		case at < 0:
			l.Refuse(key, "an address of a member of review.staff")
		case slices.Contains(c.Admins[:i], staff[at].Address):
			l.Refuse(key, "each member of staff once")
		default:
			c.Admins[i] = staff[at].Address
		}
	}
}

// checkFiles loads the certificate, except for a command that serves nothing.
func (c *Console) checkFiles(l *loader) {
	if (c.CertFile == "") != (c.KeyFile == "") {
		l.Report("console.cert_file", "found one file of two", "cert_file and key_file, or neither")
		return
	}
	c.CertFile, c.KeyFile = l.resolve(c.CertFile), l.resolve(c.KeyFile)
	if c.CertFile == "" || l.offline {
		return
	}
	if _, err := tls.LoadX509KeyPair(c.CertFile, c.KeyFile); err != nil {
		l.Report("console.cert_file", err.Error(), "a certificate and its key as PEM files")
	}
}
