package daemon

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
)

// certificate is the certificate of the console, from two PEM files. A renewed certificate
// replaces the old one without a restart.
type certificate struct {
	cert, key string
	log       *slog.Logger

	mu      sync.Mutex
	current *tls.Certificate
	version string // of the files, at the last try to read the files
}

// get returns the certificate for a new connection. It keeps the old certificate while the files
// are unusable.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	version := versionOf(c.cert) + versionOf(c.key)
	if version == c.version {
		return c.current, nil
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	switch {
	case err == nil:
		c.log.Info("console: certificate read", "file", c.cert, "until", pair.Leaf.NotAfter)
		c.current = &pair
	case c.current == nil:
		return nil, fmt.Errorf("reading the certificate of the console: %w", err)
	default:
		c.log.Error("console: the old certificate stays", "file", c.cert, "error", err)
	}
	c.version = version
	return c.current, nil
}

// versionOf changes with the content of a file.
func versionOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Sprintln(err)
	}
	return fmt.Sprintln(info.ModTime(), info.Size())
}
