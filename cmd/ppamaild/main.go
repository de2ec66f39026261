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
	"slices"
	"syscall"

	"github.com/alecthomas/kong"

	"ppamaild/config"
	"ppamaild/daemon"
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
	Init    initCommand    `cmd:"" help:"Ask a few questions and write a configuration."`
	Check   checkCommand   `cmd:"" help:"Check a configuration and its servers."`
	Login   loginCommand   `cmd:"" help:"Get the OAuth refresh token of an account."`
	Inspect inspectCommand `cmd:"" help:"Show how a message would be read."`
	Eval    evalCommand    `cmd:"" help:"Score a planner on labeled mails."`
	Threads threadsCommand `cmd:"" help:"Show threads, and move messages between threads."`
	Outbox  outboxCommand  `cmd:"" help:"Show the outbox; retry or delete messages."`
	Backup  backupCommand  `cmd:"" help:"Write a copy of the store, even while the daemon runs."`
	Restore restoreCommand `cmd:"" help:"Restore the store from a backup. Mail waits until the outbox is released."`
	Store   storeCommand   `cmd:"" help:"Check, compact, migrate, copy or re-encrypt the store."`
	Hold    holdCommand    `cmd:"" help:"Place a legal hold on a customer or thread."`
	Token   tokenCommand   `cmd:"" help:"Make, list and revoke tokens of the API."`
	Forget  forgetCommand  `cmd:"" help:"Erase a customer's data."`
	Why     whyCommand     `cmd:"" help:"Show who approved a mail: the decision, the time and the message."`
	Version versionCommand `cmd:"" help:"Print the version."`

	PrintVersion versionFlag `name:"version" help:"Print the version."`

	Rate           rateCommand       `cmd:"" help:"Price an application with the reference carrier and explain every factor."`
	CarrierSandbox sandboxCommand    `cmd:"" help:"Serve a quoting API with made-up prices, for development."`
	MCPSandbox     mcpSandboxCommand `cmd:"" name:"mcp-sandbox" help:"Serve a made-up CRM or accounts payable over MCP, for development."`
}

func main() {
	syscall.Umask(0o077) // files of the program contain customer data
	// No signal kills the program from here on: a second SIGTERM must not interrupt an orderly
	// stop.
	ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	os.Exit(execute(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if slices.Equal(args, []string{"version"}) { // scripts ask often, and the parser takes 2 MB
		return exitCode(printVersion(stdout), stderr)
	}
	var c commands
	exited := -1
	printed := &output{Writer: stdout}
	env := &environment{ctx, printed, stderr}
	parser, err := newParser(&c, usualConfig(configFiles...), kong.Bind(env),
		kong.Writers(stdout, stderr), kong.Exit(func(code int) { exited = code }))
	if err != nil {
		fmt.Fprintln(stderr, "ppamaild:", err)
		return exitFailed
	}
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == "help": // like git help and go help
		args = append(slices.Clone(args[1:]), "--help")
	}
	parsed, err := parser.Parse(args)
	if exited == 0 { // --help and --version have printed
		return exitCode(printed.err, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "ppamaild: %v\nTry ppamaild --help.\n", err)
		return exitUsage
	}
	if err = parsed.Run(env); err == nil {
		err = printed.err
	}
	return exitCode(err, stderr)
}

// output keeps the error of a failed write, because most commands ignore such errors.
type output struct {
	io.Writer
	err error
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (n int, err error) {
	n, err = o.Writer.Write(p)
	if err != nil {
		o.err = err
	}
	return n, err
}

// newParser returns the parser of the command line. Man pages and shell completion come from its
// model. config is the default of --config.
func newParser(c *commands, config string, more ...kong.Option) (*kong.Kong, error) {
	return kong.New(c, append(more, kong.Name("ppamaild"),
		kong.Vars{"config": config, "configHelp": configHelp, "providers": providerNames()},
		kong.Description("Answers insurance quote requests by email. "+
			"Your staff stays in control."))...)
}

// exitCode prints an error and returns the exit code for the error.
func exitCode(err error, stderr io.Writer) int {
	_, listed := errors.AsType[config.Problems](err)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errSilent):
		return exitFailed
	case listed:
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
