package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	sd "github.com/coreos/go-systemd/v22/daemon"

	"ppamaild/config"
	"ppamaild/daemon"
)

type runCommand struct{ withConfig }

// Run serves until SIGTERM or an interrupt, and ends in order. SIGHUP has it read
// the configuration again; one with mistakes changes nothing.
func (c runCommand) Run(env *environment) error {
	cfg, err := c.load(env.stderr)
	if err != nil {
		return err
	}
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	for {
		next, err := c.serve(env, cfg, hangup)
		if err != nil || next == nil {
			return err
		}
		cfg = next
	}
}

// serve runs a daemon until env is done, or until it is asked to go on with
// another configuration, which it returns.
func (c runCommand) serve(env *environment, cfg *config.Config, hangup <-chan os.Signal) (next *config.Config, err error) {
	log, err := logger(cfg.Log, env.stderr)
	if err != nil {
		return nil, err
	}
	d, err := daemon.New(env, daemon.Options{Config: cfg, Logger: log, OnReady: func() { notify(log, sd.SdNotifyReady) }})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(env)
	defer cancel()
	reloaded := make(chan *config.Config, 1)
	go func() {
		if cfg := c.reload(ctx, env.stderr, log, hangup); cfg != nil {
			reloaded <- cfg
			cancel()
		}
	}()
	err = d.Run(ctx)
	select {
	case next = <-reloaded:
		notify(log, sd.SdNotifyReloading)
	default:
		notify(log, sd.SdNotifyStopping)
	}
	return next, errors.Join(err, d.Close())
}

// reload waits for SIGHUP and returns the configuration as it is then; nil once
// ctx is done.
func (c runCommand) reload(ctx context.Context, stderr io.Writer, log *slog.Logger, hangup <-chan os.Signal) *config.Config {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-hangup:
		}
		cfg, err := c.load(stderr)
		if err == nil {
			_, err = daemon.LoadTemplates(cfg)
		}
		if err == nil {
			log.Info("reloading the configuration", "file", c.Config)
			return cfg
		}
		log.Error("the configuration has mistakes; going on with the one before", "error", err)
	}
}

// notify tells systemd, if it started us.
func notify(log *slog.Logger, state string) {
	if _, err := sd.SdNotify(false, state); err != nil {
		log.Warn("telling systemd", "state", state, "error", err)
	}
}

func logger(cfg config.Log, w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cfg.Level)); err != nil {
		return nil, err
	}
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: daemon.MaskAttr}
	if cfg.Format == config.LogJSON {
		return slog.New(slog.NewJSONHandler(w, options)), nil
	}
	return slog.New(slog.NewTextHandler(w, options)), nil
}
