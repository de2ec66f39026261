package config

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ppamaild/config/toml"
)

func (l *loader) checkMailbox(prefix string, m *MailboxAccount) {
	m.Address = l.checkAddress(prefix+".address", m.Address)
	if m.Username == "" {
		l.Report(prefix+".username", "missing", "required: the name to log in with")
	}
	l.checkServer(prefix, &m.Server)
	// RFC 2177 §3: servers may drop a client that is silent for 30 minutes.
	if m.IdleRefresh.Duration > 29*time.Minute {
		l.Refuse(prefix+".idle_refresh", "29m at most")
	}
}

// checkLists refuses a web form that sends from the address of a staff member. Otherwise a
// customer with the form could act in the name of staff.
func (l *loader) checkLists(prefix string, m *MailboxAccount, staff []Staff) {
	for i, list := range m.OwnLists {
		if list == "" || strings.ContainsAny(list, " \t") {
			l.Refuse(toml.Element(prefix+".own_lists", i), `an address such as "quotes@agency.test", or a List-Id such as "quotes.agency.test"`)
		}
	}
	for i, address := range m.LeadSenders {
		key := toml.Element(prefix+".lead_senders", i)
		m.LeadSenders[i] = l.checkAddress(key, address)
		if staffWith(staff, m.LeadSenders[i]) >= 0 {
			l.Refuse(key, "any address but those of staff")
		}
	}
}

func (l *loader) checkServer(prefix string, s *Server) {
	l.checkHost(prefix, s)
	l.checkPort(prefix, s)
	l.checkPassword(prefix, s)
	s.RootCAs = l.loadCAs(prefix+".ca_file", s.CAFile)
	l.checkOAuth(prefix, s)
}

func (l *loader) checkHost(prefix string, s *Server) {
	if _, err := netip.ParseAddr(s.Host); err != nil && strings.ContainsAny(s.Host, ":/@ \t") {
		l.Refuse(prefix+".host", "a host name or an IP address alone, the port being a key of its own")
		return
	}
	if s.TLS == TLSNone && !isLoopback(s.Host) && l.Sound(prefix+".host") {
		l.Refuse(prefix+".tls", "implicit or starttls for "+s.Host+", as none is for loopback hosts only")
	}
}

// checkPort refuses the registered port of the other kind of TLS (RFC 8314 §7), because
// every server would hang or refuse the connection.
func (l *loader) checkPort(prefix string, s *Server) {
	port := prefix + ".port"
	if s.Port < 1 || s.Port > 65535 {
		l.Refuse(port, "1 to 65535")
		return
	}
	registered := map[int]TLS{
		993: TLSImplicit, 465: TLSImplicit, 143: TLSStartTLS, 587: TLSStartTLS, 25: TLSStartTLS,
	}[s.Port]
	if registered == "" || s.TLS == TLSNone || s.TLS == registered || !l.Sound(port, prefix+".tls") {
		return
	}
	key := port
	if !l.Stated(port) {
		key = prefix + ".tls"
	}
	l.Refuse(key, fmt.Sprintf("a port and tls that go together (port %d is for %s)", s.Port, registered))
}

// checkPassword reads the password. Accounts without a username or with tokens have none.
func (l *loader) checkPassword(prefix string, s *Server) {
	if !l.Sound(prefix + ".auth") {
		return
	}
	if s.Auth == AuthOAuth2 {
		l.checkSecret(secretKeys{key: prefix + ".password", what: "password", needs: `auth = "password"`}, false, &s.Password, s.PasswordFile, s.PasswordEnv)
		return
	}
	logsIn := s.Username != "" || !l.Sound(prefix+".username")
	l.checkSecret(secretKeys{key: prefix + ".password", what: "password", needs: "a username"}, logsIn, &s.Password, s.PasswordFile, s.PasswordEnv)
}

// loadCAs returns the certificates in a file, or nil if no file is named or needed.
func (l *loader) loadCAs(key, path string) *x509.CertPool {
	if path == "" || l.offline {
		return nil
	}
	pool := x509.NewCertPool()
	data, err := l.readFile(path)
	if err != nil {
		l.Refuse(key, fmt.Sprintf("a file of PEM certificates (%v)", err))
	} else if !pool.AppendCertsFromPEM(data) {
		l.Report(key, fmt.Sprintf("found %q", path), "the file has no PEM certificate")
	}
	return pool
}

// readFile reads a small regular file. A pipe or a device could block. Errors do not contain
// the path, because people put secrets there by mistake.
func (l *loader) readFile(path string) ([]byte, error) {
	at := l.resolve(path)
	if info, err := os.Stat(at); err != nil && !filepath.IsAbs(path) {
		return nil, fmt.Errorf("%w, as seen from %s", reason(err), l.folder())
	} else if err != nil {
		return nil, reason(err)
	} else if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	file, err := os.Open(at)
	if err != nil {
		return nil, reason(err)
	}
	defer file.Close() // read-only
	const most = 1 << 20
	data, err := io.ReadAll(io.LimitReader(file, most))
	return data, reason(err)
}

// folder returns the folder of the file. Relative paths start there.
func (l *loader) folder() string {
	folder := filepath.Dir(l.file)
	if whole, err := filepath.Abs(folder); err == nil {
		return whole
	}
	return folder
}

// reason returns an error without the path of its file.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
