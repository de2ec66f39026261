package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"os/user"
	"syscall"

	"ppamaild/config"
	"ppamaild/config/tenants"
	"ppamaild/daemon"
	"ppamaild/daemon/admin"
	"ppamaild/progress"
)

// environment is the context and the output of a subcommand.
type environment struct {
	context.Context
	stdout, stderr io.Writer
}

// endAnywhere lets a signal end the program immediately. endAnywhere suits commands that only
// read, because such commands wait for files without checking the context.
func (environment) endAnywhere() { signal.Reset(os.Interrupt, syscall.SIGTERM) }

// metered returns the context with a meter for a long command, if standard error is a terminal.
// The caller calls done before other output.
func (e *environment) metered() (ctx context.Context, done func()) {
	meter := progress.New(e.stderr)
	if meter == nil {
		return e, func() {}
	}
	return meter.In(e), meter.Clear
}

// errSilent means that the command has printed the error.
var errSilent = errors.New("failed")

// errConfig means that the configuration can't be read.
var errConfig = errors.New("configuration")

// userName returns the login name of the user, for the journal.
func userName() (string, error) {
	who, err := user.Current()
	if err != nil {
		return "", fmt.Errorf("looking up your user name: %w", err)
	}
	return who.Username, nil
}

// withConfig is the flag of each command that needs a configuration.
type withConfig struct {
	Config string `default:"${config}" env:"PPAMAILD_CONFIG" placeholder:"FILE" help:"${configHelp}"`
	Tenant string `placeholder:"NAME" help:"With a folder as --config: the agency of the file NAME.toml."`
}

// configFiles are the files of a configuration without a name, first choice first.
var configFiles = []string{"ppamaild.toml", "/etc/ppamaild/ppamaild.toml"}

const configHelp = "The configuration file, or a folder with a file for each agency; without it, " +
	"./ppamaild.toml or /etc/ppamaild/ppamaild.toml."

// usualConfig returns the first file that exists, or "".
func usualConfig(files ...string) string {
	for _, file := range files {
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return ""
}

// load reads a complete configuration, with the secrets for the servers.
func (w withConfig) load(stderr io.Writer) (*config.Config, error) {
	return w.read(stderr, config.Load)
}

// offline reads the configuration for commands that reach no server. Secrets may be missing.
func (w withConfig) offline(stderr io.Writer) (*config.Config, error) {
	return w.read(stderr, config.LoadOffline)
}

// read reads the configuration with load and prints the warnings.
func (w withConfig) read(stderr io.Writer, load func(string) (*config.Config, error)) (*config.Config, error) {
	file, err := w.file()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errConfig, err)
	}
	cfg, err := load(file)
	if err != nil {
		if _, listed := errors.AsType[config.Problems](err); listed {
			return nil, err
		}
		return nil, fmt.Errorf("%w: %w", errConfig, err)
	}
	for _, p := range cfg.Warnings() {
		fmt.Fprintln(stderr, p)
	}
	return cfg, nil
}

// file returns the path of the configuration file.
func (w withConfig) file() (string, error) {
	switch {
	case w.Config == "":
		return "", errors.New("there is no ./ppamaild.toml and no /etc/ppamaild/ppamaild.toml; " +
			"name a file with --config or PPAMAILD_CONFIG")
	case tenants.Is(w.Config):
		return tenants.File(w.Config, w.Tenant)
	case w.Tenant != "":
		return "", fmt.Errorf("--tenant needs a folder as --config, and %s is none", w.Config)
	}
	return w.Config, nil
}

// ask connects do to the running daemon. Without a daemon, do works on the store.
func (w withConfig) ask(env *environment, do func(admin.Commands) error) error {
	return w.askOf(env, func(_ *config.Config, asked admin.Commands) error { return do(asked) })
}

// askAs is like ask, and passes the login name of the user to do, for the journal.
func (w withConfig) askAs(env *environment, do func(asked admin.Commands, by string) error) error {
	by, err := userName()
	if err != nil {
		return err
	}
	return w.ask(env, func(asked admin.Commands) error { return do(asked, by) })
}

// askOf is like ask, and passes the configuration to do.
func (w withConfig) askOf(env *environment, do func(*config.Config, admin.Commands) error) (err error) {
	cfg, err := w.offline(env.stderr)
	if err != nil {
		return err
	}
	asked, err := daemon.Connect(env, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, asked.Close()) }()
	return do(cfg, asked)
}
