// Package service runs daemons in this process: one for a configuration, or one for each tenant of
// a folder of configurations. It opens their logs, loads changed configurations, and tells systemd
// about their state.
package service

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"strings"

	sd "github.com/coreos/go-systemd/v22/daemon"

	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/daemon/logs"
)

// Options are common to all daemons of the process.
type Options struct {
	Stderr  io.Writer
	Version string
	Check   func(context.Context, *config.Config) iter.Seq[daemon.CheckResult]
	Front   *daemon.Front // of the only daemon
}

// Service is a daemon with its configuration and log.
type Service struct {
	*daemon.Daemon
	Config *config.Config
	Log    *slog.Logger
}

// Open opens a daemon. prepare completes the options of the daemon; the log is there already.
func Open(
	ctx context.Context, o Options, cfg *config.Config, prepare func(*daemon.Options),
) (Service, error) {
	log, err := NewLog(cfg, o.Stderr)
	if err != nil {
		return Service{}, err
	}
	options := daemon.Options{
		Config: cfg, Logger: log, Version: o.Version, Check: o.Check, Front: o.Front,
	}
	prepare(&options)
	for _, p := range cfg.Warnings() {
		message := "configuration warning"
		if p.Insecure {
			message = "insecure configuration"
		}
		options.Logger.Warn(message, "where", p.String())
	}
	d, err := daemon.New(ctx, options)
	return Service{d, cfg, options.Logger}, err
}

// Reloadable returns an error if a daemon can't go on with another configuration.
func (s Service) Reloadable(file string, next *config.Config) error {
	if _, err := daemon.LoadTemplates(next); err != nil {
		return err
	}
	return refuseOther(file, s.Config.Store, next.Store)
}

// refuseOther refuses another store, because no daemon would run the threads of the old store.
func refuseOther(file string, was, next config.Store) error {
	for _, v := range []struct{ key, was, next string }{
		{"store.backend", string(was.Backend), string(next.Backend)},
		{"store.path", was.Path, next.Path},
		{"store.schema", was.Schema, next.Schema},
	} {
		if v.was != v.next {
			return fmt.Errorf("%s: %s: found %q; allowed: %q, until a restart", file, v.key, v.next, v.was)
		}
	}
	return nil
}

// Notify sends the state to systemd, if systemd started the program.
func Notify(log *slog.Logger, state string) {
	if _, err := sd.SdNotify(false, state); err != nil {
		log.Warn("notifying systemd", "state", state, "error", err)
	}
}

// NewLog returns the log of a daemon, or of all daemons of a folder. others are the configurations
// of the other daemons.
func NewLog(cfg *config.Config, w io.Writer, others ...*config.Config) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cfg.Log.Level)); err != nil {
		return nil, err
	}
	known := ownAddresses(cfg)
	for _, other := range others {
		known = append(known, ownAddresses(other)...)
	}
	return logs.New(logs.Options{
		Writer: w, Level: level, JSON: cfg.Log.Format == config.LogJSON, Known: known,
	}), nil
}

// ownAddresses are the addresses of the agency and its staff, in lower case.
func ownAddresses(cfg *config.Config) (own []string) {
	for _, s := range cfg.Sections() {
		own = append(own, strings.ToLower(s.Server.Username))
	}
	for _, account := range []config.MailboxAccount{cfg.Mailbox.Customer, cfg.Mailbox.Agency} {
		own = append(own, strings.ToLower(account.Address))
	}
	for _, member := range cfg.Review.Staff {
		own = append(append(own, member.Address), member.Aliases...)
	}
	return own
}
