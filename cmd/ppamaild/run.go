package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	sd "github.com/coreos/go-systemd/v22/daemon"

	"ppamaild/cmd/ppamaild/service"
	"ppamaild/config"
	"ppamaild/config/tenants"
	"ppamaild/daemon"
)

type runCommand struct{ withConfig }

// Help says what a folder of configurations is for.
func (runCommand) Help() string {
	return "With a folder, the program serves an agency for each file NAME.toml. " +
		"With --tenant too, the program serves only this agency."
}

// Run serves until SIGTERM or an interrupt, then ends in order. SIGHUP reloads the
// configuration. An invalid configuration changes nothing.
func (c runCommand) Run(env *environment) error {
	hangup := make(chan os.Signal, 1)
	o := service.Options{Stderr: env.stderr, Version: version, Check: checkAll}
	if c.Tenant == "" && tenants.Is(c.Config) {
		signal.Notify(hangup, syscall.SIGHUP)
		defer signal.Stop(hangup)
		err := service.Folder(env, o, c.Config, hangup)
		if errors.Is(err, service.ErrConfig) {
			err = fmt.Errorf("%w: %w", errConfig, err)
		}
		return err
	}
	cfg, err := c.loadQuietly()
	if err != nil {
		return err
	}
	if c.Config, err = c.file(); err != nil {
		return err
	}
	c.Tenant = ""
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	err = c.runOne(env, o, cfg, hangup)
	if env.Err() != nil && errors.Is(err, context.Canceled) { // stopped during the start
		return nil
	}
	return err
}

// runOne serves one agency.
func (c runCommand) runOne(
	env *environment, o service.Options, cfg *config.Config, hangup <-chan os.Signal,
) error {
	o.Front = new(daemon.Front)
	defer o.Front.Close()
	s, err := open(env, o, cfg, true)
	if err != nil {
		return err
	}
	dog := new(service.Watchdog)
	dog.Watch(s.Daemon)
	go service.Keep(env, s.Log, dog.Alive)
	for {
		next, err := c.serve(env, s, hangup, dog)
		if err != nil || next == nil || env.Err() != nil {
			return err
		}
		if s, err = reopen(env, o, s, next); err != nil {
			return err
		}
		dog.Watch(s.Daemon)
	}
}

// loadQuietly leaves the configuration's warnings to the log, because a program may parse each
// line of the log.
func (c runCommand) loadQuietly() (*config.Config, error) { return c.load(io.Discard) }

// open opens a daemon. If wait is true, open waits for a database that is down.
func open(
	env *environment, o service.Options, cfg *config.Config, wait bool,
) (service.Service, error) {
	return service.Open(env, o, cfg, func(d *daemon.Options) {
		d.AwaitDatabase = wait
		d.OnReady = func() { service.Notify(d.Logger, sd.SdNotifyReady) }
	})
}

// reopen opens a daemon with another configuration. On failure, reopen opens a daemon with the
// previous configuration, because a reload must not stop the service.
func reopen(
	env *environment, o service.Options, was service.Service, next *config.Config,
) (service.Service, error) {
	s, err := open(env, o, next, false)
	if err == nil {
		return s, nil
	}
	was.Log.Error("can't use the new configuration; keeping the previous one", "error", err)
	return open(env, o, was.Config, true)
}

// serve runs and closes a daemon. serve ends when env is done, or returns the next
// configuration after a reload.
func (c runCommand) serve(
	env *environment, s service.Service, hangup <-chan os.Signal, dog *service.Watchdog,
) (next *config.Config, err error) {
	ctx, cancel := context.WithCancel(env)
	defer cancel()
	quiet := context.AfterFunc(env, func() { s.Log.Info("stopping after the work in progress") })
	defer quiet()
	reloaded := make(chan *config.Config, 1)
	go func() {
		if cfg := c.reload(ctx, s, hangup); cfg != nil {
			reloaded <- cfg
			cancel()
		}
	}()
	err = s.Run(ctx)
	dog.Reloading()
	select {
	case next = <-reloaded:
		service.Notify(s.Log, sd.SdNotifyReloading+"\n"+sd.SdNotifyMonotonicUsec())
	default:
		service.Notify(s.Log, sd.SdNotifyStopping)
	}
	err = errors.Join(err, s.Close())
	if err == nil && env.Err() != nil {
		s.Log.Info("stopped")
	}
	return next, err
}

// reload waits for SIGHUP and returns the new configuration. reload returns nil when ctx is
// done.
func (c runCommand) reload(
	ctx context.Context, s service.Service, hangup <-chan os.Signal,
) *config.Config {
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return nil
		case <-hangup:
		}
		cfg, err := c.loadQuietly()
		if err == nil {
			err = s.Reloadable(c.Config, cfg)
		}
		if err == nil {
			s.Log.Info("reloading the configuration", "file", c.Config)
			return cfg
		}
		// The number lets the log tell each reload, also with the same mistake.
		s.Log.Error("the new configuration has mistakes; keeping the previous one",
			"reload", n, "error", err)
	}
}
