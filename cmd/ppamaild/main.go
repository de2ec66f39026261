// Command ppamaild answers insurance quote requests by email. An agent drafts, and agency staff
// decide.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"os/user"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"

	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/daemon/admin"
)

// Exit codes are part of the contract: scripts depend on them.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2 // usage or configuration error
)

// commands are the subcommands. Each subcommand has a file.
type commands struct {
	Run     runCommand     `cmd:"" help:"Serve the configured mailboxes."`
	Demo    demoCommand    `cmd:"" help:"Play a whole conversation on built-in mail servers, without a key or a network."`
	Check   checkCommand   `cmd:"" help:"Check a configuration and its servers."`
	Login   loginCommand   `cmd:"" help:"Get the OAuth refresh token of an account."`
	Inspect inspectCommand `cmd:"" help:"Show how a message would be read."`
	Eval    evalCommand    `cmd:"" help:"Score a planner on labeled mails."`
	Threads threadsCommand `cmd:"" help:"Show threads, and move messages between threads."`
	Outbox  outboxCommand  `cmd:"" help:"Show the outbox; retry or delete messages."`
	Backup  backupCommand  `cmd:"" help:"Write a copy of the store, even while the daemon runs."`
	Restore restoreCommand `cmd:"" help:"Restore the store from a backup. Mail waits until the outbox is released."`
	Store   storeCommand   `cmd:"" help:"Check, compact or re-encrypt the store."`
	Hold    holdCommand    `cmd:"" help:"Place a legal hold on a customer or thread."`
	Forget  forgetCommand  `cmd:"" help:"Erase a customer's data."`
	Why     whyCommand     `cmd:"" help:"Show who approved a mail: the decision, the time and the message."`
	Version versionCommand `cmd:"" help:"Print the version."`

	Rate           rateCommand       `cmd:"" help:"Price an application with the reference carrier and explain every factor."`
	CarrierSandbox sandboxCommand    `cmd:"" help:"Serve a quoting API with made-up prices, for development."`
	MCPSandbox     mcpSandboxCommand `cmd:"" name:"mcp-sandbox" help:"Serve a made-up CRM or accounts payable over MCP, for development."`
}

// environment is the context and the output of a subcommand.
type environment struct {
	context.Context
	stdout, stderr io.Writer
}

// endAnywhere lets a signal end the program immediately. endAnywhere suits commands that only
// read, because such commands wait for files without checking the context.
func (environment) endAnywhere() { signal.Reset(os.Interrupt, syscall.SIGTERM) }

func main() {
	syscall.Umask(0o077) // files of the program contain customer data
	// No signal kills the program from here on: a second SIGTERM must not interrupt an orderly
	// stop.
	ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	os.Exit(execute(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var c commands
	exited := -1
	parser, err := kong.New(&c, kong.Name("ppamaild"), kong.Writers(stdout, stderr),
		kong.Description("Answers insurance quote requests by email; people stay in charge."),
		kong.Exit(func(code int) { exited = code }))
	if err != nil {
		fmt.Fprintln(stderr, "ppamaild:", err)
		return exitFailed
	}
	if len(args) > 0 && args[0] == "help" { // like git help and go help
		args = append(slices.Clone(args[1:]), "--help")
	}
	parsed, err := parser.Parse(args)
	if exited == 0 { // kong printed --help
		return exitDone
	}
	if err != nil {
		fmt.Fprintf(stderr, "ppamaild: %v\nTry ppamaild --help.\n", err)
		return exitUsage
	}
	return exitCode(parsed.Run(&environment{ctx, stdout, stderr}), stderr)
}

// exitCode prints an error and returns the exit code for the error.
func exitCode(err error, stderr io.Writer) int {
	var problems config.Problems
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errSilent):
		return exitFailed
	case errors.As(err, &problems):
		fmt.Fprintln(stderr, err)
		return exitUsage
	case errors.Is(err, errConfig):
		fmt.Fprintln(stderr, "ppamaild:", err)
		return exitUsage
	}
	fmt.Fprintln(stderr, "ppamaild:", daemon.Mask(err.Error()))
	if errors.Is(err, errInUse) {
		return exitInUse
	}
	return exitFailed
}

// errSilent means that the command has printed the error.
var errSilent = errors.New("failed")

// errConfig means that the configuration can't be read.
var errConfig = errors.New("configuration")

// asker returns the login name of the user, for the journal.
func asker() (string, error) {
	who, err := user.Current()
	if err != nil {
		return "", fmt.Errorf("looking up your user name: %w", err)
	}
	return who.Username, nil
}

// withConfig is the flag of each command that needs a configuration.
type withConfig struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration file."`
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
	if w.Config == "" {
		return nil, fmt.Errorf("%w: --config names no file", errConfig)
	}
	cfg, err := load(w.Config)
	if err != nil {
		var problems config.Problems
		if errors.As(err, &problems) {
			return nil, err
		}
		return nil, fmt.Errorf("%w: %w", errConfig, err)
	}
	for _, p := range cfg.Warnings() {
		fmt.Fprintln(stderr, p)
	}
	return cfg, nil
}

// ask connects do to the running daemon. Without a daemon, do works on the store.
func (w withConfig) ask(env *environment, do func(admin.Commands) error) error {
	return w.askOf(env, func(_ *config.Config, asked admin.Commands) error { return do(asked) })
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
