// Command mailstack runs a private Dovecot and Postfix for manual tests, until Ctrl-C. It
// prints the addresses, the accounts, and a configuration for ppamaild.
package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"text/template"

	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
)

//go:embed *.tmpl
var templates embed.FS

func main() {
	configFile := flag.String("write-config", "", "write a configuration that works with the servers to this `file`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Stdout, *configFile); err != nil {
		fmt.Fprintf(os.Stderr, "mailstack: %v\n", err)
		os.Exit(1)
	}
}

// run runs the servers until ctx ends.
func run(ctx context.Context, out io.Writer, configFile string) error {
	s, err := mailstack.New(ctx, mailstack.Options{})
	if err != nil {
		return err
	}
	if err := tell(out, s, configFile); err != nil {
		return errors.Join(err, s.Close())
	}
	<-ctx.Done()
	return s.Close()
}

// tell writes the configuration to configFile, unless empty, and all other text to out.
func tell(out io.Writer, s *mailstack.Stack, configFile string) error {
	t, err := template.ParseFS(templates, "*.tmpl")
	if err != nil {
		return err
	}
	data := map[string]any{
		"Stack":      s,
		"IMAP":       s.IMAPS(),
		"SMTP":       s.Submission(),
		"Accounts":   sandbox.DefaultAccounts(),
		"ConfigFile": configFile,
	}
	if configFile != "" {
		var config bytes.Buffer
		if err := t.ExecuteTemplate(&config, "config.toml.tmpl", data); err != nil {
			return err
		}
		// The file has passwords, of test accounts only.
		if err := os.WriteFile(configFile, config.Bytes(), 0o600); err != nil {
			return fmt.Errorf("writing the configuration: %w", err)
		}
	}
	return t.ExecuteTemplate(out, "help.tmpl", data)
}
