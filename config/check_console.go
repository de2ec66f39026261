package config

import (
	"cmp"
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	"ppamaild/config/toml"
)

// check completes the address of the console, and refuses a console that sends sessions over a
// network without TLS.
func (c *Console) check(l *loader) {
	l.checkListen("console.listen", c.Listen)
	host, _, err := net.SplitHostPort(c.Listen)
	if c.Listen == "" || err != nil {
		if c.URL != "" {
			c.checkURL(l)
		}
		return
	}
	c.checkFiles(l)
	if !isLoopback(host) && c.CertFile == "" {
		l.Refuse("console.listen", "a loopback address such as \"127.0.0.1:8080\" behind a proxy "+
			"with TLS, or any address with cert_file and key_file")
		return
	}
	scheme := "http://"
	if c.CertFile != "" {
		scheme = "https://"
	}
	if ip := net.ParseIP(host); c.URL == "" && ip != nil && ip.IsUnspecified() {
		l.Report("console.url", "missing", "required with a listen address for all interfaces")
		return
	}
	c.URL = cmp.Or(c.URL, scheme+c.Listen)
	c.checkURL(l)
}

// checkURL refuses an address that browsers can't use. Reviews link to this address, which may be
// the console of another daemon.
func (c *Console) checkURL(l *loader) {
	if !isOrigin(c.URL) || c.CertFile != "" && !strings.HasPrefix(c.URL, "https://") {
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
		at := staffWith(staff, address)
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

// checkFiles reads the certificate and its key, except for a command that serves nothing.
func (c *Console) checkFiles(l *loader) {
	const certFile, keyFile = "console.cert_file", "console.key_file"
	switch {
	case c.CertFile == "" && c.KeyFile == "":
		return
	case c.CertFile == "":
		l.Report(certFile, "missing", "required with key_file")
	case c.KeyFile == "":
		l.Report(keyFile, "missing", "required with cert_file")
	}
	cert := readPEM(l, certFile, c.CertFile, "CERTIFICATE")
	key := readPEM(l, keyFile, c.KeyFile, "PRIVATE KEY")
	c.CertFile, c.KeyFile = l.resolve(c.CertFile), l.resolve(c.KeyFile)
	if cert == nil || key == nil {
		return
	}
	if _, err := tls.X509KeyPair(cert, key); err != nil {
		l.Refuse(certFile, fmt.Sprintf("the certificate of the key in key_file (%v)", err))
	}
}

// readPEM reads a file with a block of a kind. It returns nil after a report, and for a command
// that serves nothing.
func readPEM(l *loader, key, path, kind string) []byte {
	if path == "" || l.offline {
		return nil
	}
	data, err := l.readFile(path)
	if err != nil {
		l.Refuse(key, fmt.Sprintf("a PEM file (%v)", err))
		return nil
	}
	for block, rest := pem.Decode(data); block != nil; block, rest = pem.Decode(rest) {
		if strings.HasSuffix(block.Type, kind) {
			return data
		}
	}
	l.Refuse(key, "a PEM file with a block "+kind)
	return nil
}
