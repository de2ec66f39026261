package mailstack

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"ppamaild/sandbox"
)

const startTimeout = 20 * time.Second

// start runs the keeper process and waits until each server answers. The servers stop when the
// keeper's input ends.
func (s *Stack) start(ctx context.Context) error {
	script, err := conf.ReadFile("conf/keeper.sh")
	if err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(s.dir, "log", "start.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	keeper := exec.Command("/bin/sh", "-c", string(script), "keeper",
		s.dir, dovecotPath, filepath.Join(s.tools.daemonDir, "master"))
	keeper.Stdout, keeper.Stderr = log, log
	// Ctrl-C at the terminal must not reach the keeper.
	keeper.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	input, err := keeper.StdinPipe()
	if err != nil {
		return err
	}
	if err := keeper.Start(); err != nil {
		return err
	}
	s.close = sync.OnceValue(func() error { return errors.Join(input.Close(), keeper.Wait()) })
	if err := s.waitReady(ctx); err != nil {
		return errors.Join(fmt.Errorf("%w\n%s", err, s.Logs()), s.Close())
	}
	return nil
}

// waitReady waits for Dovecot first, because a Postfix without a SASL service gives up for a
// minute.
func (s *Stack) waitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	pem, err := os.ReadFile(s.CAFile())
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	config := &tls.Config{RootCAs: roots, ServerName: "localhost"}
	for _, e := range []sandbox.Endpoint{s.IMAP(), s.IMAPS(), s.SMTP(), s.Submission(), s.SMTPS()} {
		for err = s.greets(ctx, e, config); err != nil; err = s.greets(ctx, e, config) {
			select {
			case <-ctx.Done():
				return errors.Join(ctx.Err(), err)
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	return nil
}

// greets returns nil if a server of this stack answers at e.
func (s *Stack) greets(ctx context.Context, e sandbox.Endpoint, config *tls.Config) error {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", e.Addr())
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return err
	}
	var reader io.Reader = conn
	if e.TLS == "implicit" {
		reader = tls.Client(conn, config)
	}
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		return fmt.Errorf("reading the greeting of %s: %w", e.Addr(), err)
	}
	if !strings.Contains(line, s.greeting()) {
		return fmt.Errorf("%s is another server: %q", e.Addr(), line)
	}
	return nil
}
