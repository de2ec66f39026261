package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	sd "github.com/coreos/go-systemd/v22/daemon"

	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/daemon/logs"
)

type runCommand struct{ withConfig }

// Run serves until SIGTERM or an interrupt, then ends in order. SIGHUP reloads the
// configuration. An invalid configuration changes nothing.
func (c runCommand) Run(env *environment) error {
	cfg, err := c.loadQuietly()
	if err != nil {
		return err
	}
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	s, err := c.open(env, cfg)
	dog := newWatchdog(s)
	if err == nil {
		go dog.keep(env)
	}
	for err == nil {
		var next *config.Config
		next, err = c.serve(env, s, hangup, dog)
		if err != nil || next == nil || env.Err() != nil {
			break
		}
		if s, err = c.change(env, s, next); err == nil {
			dog.watch(s)
		}
	}
	if env.Err() != nil && errors.Is(err, context.Canceled) { // stopped during the start
		return nil
	}
	return err
}

// loadQuietly leaves the configuration's warnings to the log, because a program may parse each
// line of the log.
func (c runCommand) loadQuietly() (*config.Config, error) { return c.load(io.Discard) }

// service is a daemon with its configuration and log.
type service struct {
	*daemon.Daemon
	cfg *config.Config
	log *slog.Logger
}

func (c runCommand) open(env *environment, cfg *config.Config) (service, error) {
	log, err := logger(cfg, env.stderr)
	if err != nil {
		return service{}, err
	}
	for _, p := range cfg.Warnings() {
		message := "configuration warning"
		if p.Insecure {
			message = "insecure configuration"
		}
		log.Warn(message, "where", p.String())
	}
	d, err := daemon.New(env, daemon.Options{
		Config: cfg, Logger: log, Version: version, Check: checkAll,
		OnReady: func() { notify(log, sd.SdNotifyReady) },
	})
	return service{d, cfg, log}, err
}

// change opens a daemon with another configuration. On failure, change opens a daemon with the
// previous configuration, because a reload must not stop the service.
func (c runCommand) change(env *environment, was service, next *config.Config) (service, error) {
	s, err := c.open(env, next)
	if err == nil {
		return s, nil
	}
	was.log.Error("can't use the new configuration; keeping the previous one", "error", err)
	return c.open(env, was.cfg)
}

// serve runs and closes a daemon. serve ends when env is done, or returns the next
// configuration after a reload.
func (c runCommand) serve(
	env *environment, s service, hangup <-chan os.Signal, dog *watchdog,
) (next *config.Config, err error) {
	ctx, cancel := context.WithCancel(env)
	defer cancel()
	quiet := context.AfterFunc(env, func() { s.log.Info("stopping after the work in progress") })
	defer quiet()
	reloaded := make(chan *config.Config, 1)
	go func() {
		if cfg := c.reload(ctx, s, hangup); cfg != nil {
			reloaded <- cfg
			cancel()
		}
	}()
	err = s.Run(ctx)
	dog.reloading()
	select {
	case next = <-reloaded:
		notify(s.log, sd.SdNotifyReloading+"\n"+sd.SdNotifyMonotonicUsec())
	default:
		notify(s.log, sd.SdNotifyStopping)
	}
	err = errors.Join(err, s.Close())
	if err == nil && env.Err() != nil {
		s.log.Info("stopped")
	}
	return next, err
}

// reload waits for SIGHUP and returns the new configuration. reload returns nil when ctx is
// done.
func (c runCommand) reload(ctx context.Context, s service, hangup <-chan os.Signal) *config.Config {
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return nil
		case <-hangup:
		}
		cfg, err := c.loadQuietly()
		if err == nil {
			_, err = daemon.LoadTemplates(cfg)
		}
		if err == nil {
			err = c.refuseOther(s.cfg.Store, cfg.Store)
		}
		if err == nil {
			s.log.Info("reloading the configuration", "file", c.Config)
			return cfg
		}
		// The number lets the log tell each reload, also with the same mistake.
		s.log.Error("the new configuration has mistakes; keeping the previous one",
			"reload", n, "error", err)
	}
}

// refuseOther refuses another store, because no daemon would run the threads of the old store.
func (c runCommand) refuseOther(was, next config.Store) error {
	for _, v := range []struct{ key, was, next string }{
		{"store.backend", string(was.Backend), string(next.Backend)},
		{"store.path", was.Path, next.Path},
	} {
		if v.was != v.next {
			return fmt.Errorf("%s: %s: found %q; allowed: %q, until a restart",
				c.Config, v.key, v.next, v.was)
		}
	}
	return nil
}

// notify sends the state to systemd, if systemd started the program.
func notify(log *slog.Logger, state string) {
	if _, err := sd.SdNotify(false, state); err != nil {
		log.Warn("notifying systemd", "state", state, "error", err)
	}
}

func logger(cfg *config.Config, w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cfg.Log.Level)); err != nil {
		return nil, err
	}
	return logs.New(logs.Options{
		Writer: w, Level: level, JSON: cfg.Log.Format == config.LogJSON, Known: ownAddresses(cfg),
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
