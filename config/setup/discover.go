package setup

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/lazy"
)

// Resolver looks up DNS records, like *net.Resolver.
type Resolver interface {
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupSRV(ctx context.Context, service, proto, name string) (string, []*net.SRV, error)
}

// Server is the address of a mail server.
type Server struct {
	Host string
	Port int
	TLS  string // "implicit" or "starttls"
}

// schemes are the URL schemes of servers, each with its kind of TLS and its usual port.
var schemes = lazy.Value[map[string]Server]{New: func() map[string]Server {
	return map[string]Server{
		"imaps": {Port: 993, TLS: "implicit"}, "imap": {Port: 143, TLS: "starttls"},
		"smtps": {Port: 465, TLS: "implicit"}, "smtp": {Port: 587, TLS: "starttls"},
	}
}}

// parseServer reads a server such as "imap.agency.test", "smtp.agency.test:465" or
// "smtps://smtp.agency.test:2465". kind is "imap" or "smtp".
func parseServer(kind, text string) (Server, error) {
	if !strings.Contains(text, "://") {
		text = usualScheme(kind, text) + "://" + text
	}
	u, err := url.Parse(text)
	if err != nil {
		return Server{}, errors.New("a server is a host name, or a host name with a port")
	}
	s, known := schemes.Get()[u.Scheme]
	if !known || strings.TrimSuffix(u.Scheme, "s") != kind {
		return Server{}, fmt.Errorf("a server begins with %s://, %[1]ss:// or its name", kind)
	}
	if s.Host = u.Hostname(); !isHost(s.Host) || u.Path != "" || u.User != nil || u.RawQuery != "" {
		return Server{}, errors.New("a server is a host name, or a host name with a port")
	}
	if port := u.Port(); port != "" {
		if s.Port, err = strconv.Atoi(port); err != nil || s.Port < 1 || s.Port > 65535 {
			return Server{}, errors.New("a port is a number from 1 to 65535")
		}
	}
	return s, nil
}

// usualScheme returns the scheme of a server without a scheme. IMAP uses implicit TLS (RFC 8314
// §3), except at port 143. Port 465 is for implicit TLS.
func usualScheme(kind, text string) string {
	switch {
	case kind == "imap" && !strings.HasSuffix(text, ":143"), strings.HasSuffix(text, ":465"):
		return kind + "s"
	}
	return kind
}

func isHost(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return host != "" && len(host) <= 253 &&
		!strings.ContainsFunc(host, func(r rune) bool {
			return r != '.' && r != '-' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
		})
}

// String returns host and port, in a form that parseServer reads.
func (s Server) String() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// url returns the server with the scheme of a kind.
func (s Server) url(kind string) string {
	if s.TLS == "implicit" {
		kind += "s"
	}
	return kind + "://" + s.String()
}

// lookupTime limits the lookups for one question. A person can answer without DNS.
const lookupTime = 5 * time.Second

// guessProvider returns the provider of a domain: by the domain, or by the domain's MX record.
// Without a match, the provider is generic.
func guessProvider(ctx context.Context, dns Resolver, domain string) string {
	for _, p := range providers.Get() {
		if slices.Contains(p.Domains, domain) {
			return p.Name
		}
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	records, err := dns.LookupMX(ctx, domain)
	if err != nil || len(records) == 0 {
		return generic
	}
	host := "." + strings.ToLower(strings.TrimSuffix(records[0].Host, "."))
	for _, p := range providers.Get() {
		for _, end := range p.MX {
			if strings.HasSuffix(host, end) {
				return p.Name
			}
		}
	}
	return generic
}

// published returns the server in the SRV records of a domain (RFC 6186 §3, RFC 8314 §5.1), or
// "". Implicit TLS comes first. The target "." means that the domain lacks the service.
func published(ctx context.Context, dns Resolver, kind, domain string) string {
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	services := map[string][2]string{
		"imap": {"imaps", "imap"}, "smtp": {"submissions", "submission"},
	}[kind]
	for i, tls := range []string{"implicit", "starttls"} {
		_, records, err := dns.LookupSRV(ctx, services[i], "tcp", domain)
		if err != nil || len(records) == 0 {
			continue
		}
		host := strings.ToLower(strings.TrimSuffix(records[0].Target, "."))
		if isHost(host) && records[0].Port > 0 {
			return Server{host, int(records[0].Port), tls}.url(kind)
		}
	}
	return ""
}

// isWithin reports whether a server belongs to a domain. RFC 6186 §6 wants a person to confirm
// other servers, because a forged record could ask for the password.
func isWithin(server, kind, domain string) bool {
	s, err := parseServer(kind, server)
	return err == nil && (s.Host == domain || strings.HasSuffix(s.Host, "."+domain))
}
