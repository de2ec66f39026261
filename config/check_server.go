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
)

func (l *loader) checkMailbox(prefix string, m *MailboxAccount) {
	m.Address = l.checkAddress(prefix+".address", m.Address)
	if m.Username == "" {
		l.report(prefix+".username", "missing", "required: the name to log in with")
	}
	l.checkServer(prefix, &m.Server)
	// RFC 2177 §3: servers may drop a client that is silent for 30 minutes.
	if m.IdleRefresh.Duration > 29*time.Minute {
		l.refuse(prefix+".idle_refresh", "29m at most")
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
		l.refuse(prefix+".host", "a host name or an IP address alone, the port being a key of its own")
		return
	}
	if s.TLS == TLSNone && !isLoopback(s.Host) && l.sound(prefix+".host") {
		l.refuse(prefix+".tls", "implicit or starttls for "+s.Host+", as none is for loopback hosts only")
	}
}

// checkPort refuses the registered ports of the other kind of TLS (RFC 8314 §7),
// which would hang or be refused by every server.
func (l *loader) checkPort(prefix string, s *Server) {
	port := prefix + ".port"
	if s.Port < 1 || s.Port > 65535 {
		l.refuse(port, "1 to 65535")
		return
	}
	registered := map[int]TLS{
		993: TLSImplicit, 465: TLSImplicit, 143: TLSStartTLS, 587: TLSStartTLS, 25: TLSStartTLS,
	}[s.Port]
	if registered == "" || s.TLS == TLSNone || s.TLS == registered || !l.sound(port, prefix+".tls") {
		return
	}
	key := port
	if l.at[port] == nil {
		key = prefix + ".tls"
	}
	l.refuse(key, fmt.Sprintf("a port and tls that go together (port %d is for %s)", s.Port, registered))
}

// checkPassword reads the password. Without a username, or with tokens, there is none.
func (l *loader) checkPassword(prefix string, s *Server) {
	if !l.sound(prefix + ".auth") {
		return
	}
	if s.Auth == AuthOAuth2 {
		l.checkSecret(secretKeys{key: prefix + ".password", what: "password", beside: `auth = "password"`}, false, &s.Password, s.PasswordFile, s.PasswordEnv)
		return
	}
	logsIn := s.Username != "" || !l.sound(prefix+".username")
	l.checkSecret(secretKeys{key: prefix + ".password", what: "password", beside: "a username"}, logsIn, &s.Password, s.PasswordFile, s.PasswordEnv)
}

// loadCAs returns the certificates in a file; nil where none is named, or needed.
func (l *loader) loadCAs(key, path string) *x509.CertPool {
	if path == "" || l.offline {
		return nil
	}
	pool := x509.NewCertPool()
	data, err := l.readFile(path)
	if err != nil {
		l.refuse(key, fmt.Sprintf("a file of PEM certificates (%v)", err))
	} else if !pool.AppendCertsFromPEM(data) {
		l.refuse(key, "a file of PEM certificates (this one holds none)")
	}
	return pool
}

// readFile reads a small regular file; a pipe or a device could block for ever.
// Its errors do not repeat the path, which may be a secret that was put there.
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
	defer file.Close()
	const most = 1 << 20
	data, err := io.ReadAll(io.LimitReader(file, most))
	return data, reason(err)
}

// folder is where the file lies, from which it names others.
func (l *loader) folder() string {
	folder := filepath.Dir(l.file)
	if whole, err := filepath.Abs(folder); err == nil {
		return whole
	}
	return folder
}

// reason returns why a file could not be read, without its path.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
