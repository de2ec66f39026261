// Command ppamaild answers insurance quote requests by email, with an agent that
// agency staff stay in charge of.
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
)

// Exit codes: others script against them.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2 // or configuration
)

// commands are the subcommands; each is in a file of its own.
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

// environment is what a subcommand works with.
type environment struct {
	context.Context
	stdout, stderr io.Writer
}

// endAnywhere has a signal end the program at once: nothing is changed that would have to be
// brought to an end, and where a file is waited for nobody looks at the context.
func (environment) endAnywhere() { signal.Reset(os.Interrupt, syscall.SIGTERM) }

func main() {
	syscall.Umask(0o077) // whatever it writes is about customers
	// Signals are caught to the very end: a second SIGTERM does not make an orderly end a killed process.
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
	if len(args) > 0 && args[0] == "help" { // as git and go have it
		args = append(slices.Clone(args[1:]), "--help")
	}
	parsed, err := parser.Parse(args)
	if exited == 0 { // --help was asked for and printed
		return exitDone
	}
	if err != nil {
		fmt.Fprintf(stderr, "ppamaild: %v\nTry ppamaild --help.\n", err)
		return exitUsage
	}
	return exitCode(parsed.Run(&environment{ctx, stdout, stderr}), stderr)
}

// exitCode prints an error and says how the program ends for it.
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

// errSilent fails a command that has said already what was wrong.
var errSilent = errors.New("failed")

// errConfig marks a failure to read the configuration.
var errConfig = errors.New("configuration")

// asker is who runs the command, for the journal.
func asker() (string, error) {
	who, err := user.Current()
	if err != nil {
		return "", fmt.Errorf("finding out who asks for it: %w", err)
	}
	return who.Username, nil
}

// withConfig is the flag of every command that needs a configuration.
type withConfig struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration file."`
}

// load reads the configuration for who reaches the servers it names.
func (w withConfig) load(stderr io.Writer) (*config.Config, error) {
	return w.read(stderr, config.Load)
}

// offline reads it for who reaches none, and so needs no secret.
func (w withConfig) offline(stderr io.Writer) (*config.Config, error) {
	return w.read(stderr, config.LoadOffline)
}

// read reads the configuration and passes its warnings on.
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

// ask has something asked of the running daemon, or of the store where none runs.
func (w withConfig) ask(env *environment, do func(daemon.Commands) error) error {
	return w.askOf(env, func(_ *config.Config, asked daemon.Commands) error { return do(asked) })
}

// askOf is ask for who needs the configuration as well.
func (w withConfig) askOf(env *environment, do func(*config.Config, daemon.Commands) error) (err error) {
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
