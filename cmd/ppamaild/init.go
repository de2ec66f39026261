package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"ppamaild/config"
	"ppamaild/config/setup"
)

type initCommand struct {
	Address       string `help:"Address that customers write to."`
	AgencyAddress string `placeholder:"ADDRESS" help:"Address that staff reply to."`
	Provider      string `help:"${providers}."`
	IMAP          string `name:"imap" placeholder:"HOST" help:"Such as imap[s]://HOST:PORT."`
	SMTP          string `name:"smtp" placeholder:"HOST" help:"Such as smtp[s]://HOST:PORT."`
	CAFile        string `placeholder:"FILE" help:"Certificates of a private CA."`

	Username           string `placeholder:"NAME" help:"User name (default: the address)."`
	PasswordFile       string `placeholder:"FILE" help:"File with the password."`
	AgencyUsername     string `placeholder:"NAME" help:"User name of the second address."`
	AgencyPasswordFile string `placeholder:"FILE" help:"File with the second password."`
	Tenant             string `placeholder:"NAME" help:"Tenant of Microsoft 365."`
	ClientID           string `placeholder:"ID" help:"Client ID of the registered application."`

	Agency   string `placeholder:"NAME" help:"Name of the agency, for customers."`
	Staff    string `placeholder:"ADDRESSES" help:"Addresses of staff, with commas."`
	States   string `placeholder:"OR,WA" help:"Licensed states, with commas."`
	Timezone string `placeholder:"ZONE" help:"Such as America/Denver."`
	Mode     string `help:"observe (default) or live."`

	NoInput bool `help:"Ask nothing: flags and defaults answer."`
	Send    bool `help:"Send a test mail without a question."`

	File string `arg:"" optional:"" default:"ppamaild.toml" help:"The file to write."`
}

// Help explains the questions.
func (initCommand) Help() string {
	return "Asks each question without a flag, writes the configuration with mode 0600, and runs " +
		"ppamaild check. Never overwrites a file. Passwords go into files next to the " +
		"configuration."
}

// Run writes a configuration, checks it, and offers a test mail.
func (c initCommand) Run(env *environment) error {
	env.endAnywhere() // a question waits for a line without checking the context
	if err := setup.CheckNew(c.File); err != nil {
		return err
	}
	answers, err := c.answers()
	if err != nil {
		return err
	}
	by := newAsker(env.stdout, os.Stdin, c.NoInput)
	if err := answers.Ask(env, by, net.DefaultResolver); err != nil {
		return fmt.Errorf("%w: %w", errConfig, err)
	}
	if err := c.write(answers, loadable); err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "\nWrote %s\n", c.File)
	if answers.ClientID != "" {
		return c.sayLogin(env, answers)
	}
	check := checkCommand{withConfig: withConfig{Config: c.File}, Wait: 2 * time.Minute}
	if c.Send || by.Confirm("Send a test mail to "+answers.Address+", and wait for it?") {
		check.Send = answers.Address
	}
	return check.Run(env)
}

// write writes the files. A signal ends the program only after all files are complete.
func (c initCommand) write(answers *setup.Answers, check func(string) error) error {
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, os.Interrupt, syscall.SIGTERM)
	err := answers.Write(c.File, check)
	signal.Reset(os.Interrupt, syscall.SIGTERM)
	select {
	case s := <-ends:
		return errors.Join(err, fmt.Errorf("interrupted: %v", s))
	default:
		return err
	}
}

// sayLogin prints the commands that get the tokens.
func (c initCommand) sayLogin(env *environment, a *setup.Answers) error {
	fmt.Fprintf(env.stdout, "Next, run:\n  ppamaild login --config %s mailbox.customer\n", c.File)
	if a.AgencyUsername != "" && a.AgencyUsername != a.Username {
		fmt.Fprintf(env.stdout, "  ppamaild login --config %s mailbox.agency\n", c.File)
	}
	_, err := fmt.Fprintf(env.stdout, "  ppamaild check --config %s --send %s\n", c.File, a.Address)
	return err
}

// answers returns the answers of the flags. Files become absolute, because the configuration
// resolves relative paths against its own folder.
func (c initCommand) answers() (*setup.Answers, error) {
	for _, file := range []*string{&c.CAFile, &c.PasswordFile, &c.AgencyPasswordFile} {
		if *file == "" || strings.HasPrefix(*file, "$") {
			continue
		}
		whole, err := filepath.Abs(*file)
		if err != nil {
			return nil, err
		}
		*file = whole
	}
	return &setup.Answers{
		Address: c.Address, AgencyAddress: c.AgencyAddress,
		Provider: c.Provider, IMAP: c.IMAP, SMTP: c.SMTP, CAFile: c.CAFile,
		Username: c.Username, AgencyUsername: c.AgencyUsername,
		PasswordFile: c.PasswordFile, AgencyPasswordFile: c.AgencyPasswordFile,
		Tenant: c.Tenant, ClientID: c.ClientID,
		Agency: c.Agency, Staff: c.Staff, States: c.States, Timezone: c.Timezone, Mode: c.Mode,
	}, nil
}

// newAsker returns an asker that reads lines, and passwords without an echo.
func newAsker(out io.Writer, in *os.File, silent bool) *setup.Asker {
	const most = 1 << 20
	by := &setup.Asker{
		In: bufio.NewReader(io.LimitReader(in, most)), Out: out, Silent: silent,
	}
	if fd := int(in.Fd()); term.IsTerminal(fd) {
		by.Secret = func() (string, error) {
			secret, err := term.ReadPassword(fd)
			return string(secret), err
		}
	}
	return by
}

// loadable returns the mistakes of a configuration. Tokens and certificates may be missing.
func loadable(path string) error {
	_, err := config.LoadOffline(path)
	return err
}

// providerNames returns the names of the mail providers, for help.
func providerNames() string {
	var names []string
	for _, p := range setup.Providers() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}
