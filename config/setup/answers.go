package setup

import (
	"cmp"
	"context"
	"fmt"
	"strings"
)

// Answers are the answers to all questions, in part from flags.
type Answers struct {
	Address       string // customers write to this address
	AgencyAddress string // staff reply to this address
	Provider      string
	IMAP, SMTP    string // see parseServer

	Username, AgencyUsername         string
	PasswordFile, AgencyPasswordFile string // of a flag; "": the passwords below
	Password, AgencyPassword         string
	Tenant, ClientID                 string // for OAuth
	CAFile                           string // for servers of a private CA

	Agency, Timezone string
	States, Staff    string // with commas
	Mode             string
}

// Ask asks the questions without an answer. The error names the flags of missing answers.
func (a *Answers) Ask(ctx context.Context, by *Asker, dns Resolver) error {
	for _, step := range []func(context.Context, *Asker, Resolver) error{
		a.askAddresses, a.askServers, a.askLogin, a.askAgency,
	} {
		if err := step(ctx, by, dns); err != nil {
			return err
		}
		if len(by.missing) > 0 && (by.Silent || by.ended) && a.Address == "" {
			break // the other questions depend on the address
		}
	}
	if len(by.missing) > 0 {
		return fmt.Errorf("answers are missing: give %s", strings.Join(by.missing, ", "))
	}
	return nil
}

func (a *Answers) askAddresses(_ context.Context, by *Asker, _ Resolver) error {
	err := by.ask(&a.Address, question{
		flag: "address", text: "Address that customers write to", check: address,
	})
	if err != nil || a.Address == "" {
		return err
	}
	return by.ask(&a.AgencyAddress, question{
		flag: "agency-address", text: "Address that staff reply to",
		preset: a.Address, check: address,
	})
}

func (a *Answers) askServers(ctx context.Context, by *Asker, dns Resolver) error {
	_, domain, _ := strings.Cut(a.Address, "@")
	if err := a.askProvider(ctx, by, dns, domain); err != nil || a.Provider == "" {
		return err
	}
	p, err := find(a.Provider)
	if err != nil {
		return err
	}
	a.IMAP, a.SMTP = cmp.Or(a.IMAP, p.IMAP), cmp.Or(a.SMTP, p.SMTP)
	for _, s := range []struct {
		kind, text string
		value      *string
	}{
		{"imap", "Server for incoming mail (IMAP)", &a.IMAP},
		{"smtp", "Server for outgoing mail (SMTP)", &a.SMTP},
	} {
		q := question{flag: s.kind, text: s.text, check: server(s.kind)}
		if *s.value == "" {
			q.preset = published(ctx, dns, s.kind, domain)
			q.confirm = !isWithin(q.preset, s.kind, domain)
		}
		if err := by.ask(s.value, q); err != nil {
			return err
		}
	}
	return nil
}

func (a *Answers) askProvider(
	ctx context.Context, by *Asker, dns Resolver, domain string,
) error {
	known := func(name string) (string, error) {
		p, err := find(name)
		return p.Name, err
	}
	q := question{flag: "provider", text: "Mail provider", check: known}
	switch {
	case a.Provider != "":
		return by.ask(&a.Provider, q)
	case a.IMAP != "":
		q.preset = generic
	default:
		q.preset = guessProvider(ctx, dns, domain)
	}
	if !by.Silent {
		for _, p := range providers.Get() {
			fmt.Fprintf(by.Out, "  %-14s %s\n", p.Name, p.Title)
		}
	}
	return by.ask(&a.Provider, q)
}

func (a *Answers) askLogin(_ context.Context, by *Asker, _ Resolver) error {
	p, err := find(a.Provider)
	if err != nil {
		return nil // the flag of the provider is missing
	}
	err = by.ask(&a.Username, question{
		flag: "username", text: "User name of " + a.Address, preset: a.Address, check: plain,
	})
	if err != nil {
		return err
	}
	if !a.oneAccount() {
		if err := by.ask(&a.AgencyUsername, question{
			flag: "agency-username", text: "User name of " + a.AgencyAddress,
			preset: a.AgencyAddress, check: plain,
		}); err != nil {
			return err
		}
	}
	if p.TokenURL != "" {
		return a.askApplication(by)
	}
	return a.askPasswords(by, p)
}

// askApplication asks for the application that gets tokens.
func (a *Answers) askApplication(by *Asker) error {
	err := by.ask(&a.Tenant, question{
		flag: "tenant", text: "Tenant (directory) of the registered application", check: segment,
	})
	if err != nil {
		return err
	}
	return by.ask(&a.ClientID, question{
		flag: "client-id", text: "Client ID of the registered application", check: plain,
	})
}

// askPasswords asks for the password of each user name.
func (a *Answers) askPasswords(by *Asker, p Provider) error {
	text := fmt.Sprintf("Password of %s (%s)", a.Username, p.Password)
	if a.PasswordFile == "" && a.Password == "" {
		if err := by.askSecret(&a.Password, "password-file", text); err != nil {
			return err
		}
	}
	text = fmt.Sprintf("Password of %s (%s)", a.AgencyUsername, p.Password)
	if a.oneAccount() || a.AgencyUsername == a.Username || a.AgencyPasswordFile != "" {
		return nil
	}
	return by.askSecret(&a.AgencyPassword, "agency-password-file", text)
}

// oneAccount reports whether both addresses are the same mailbox.
func (a *Answers) oneAccount() bool { return a.AgencyAddress == a.Address }

func (a *Answers) askAgency(_ context.Context, by *Asker, _ Resolver) error {
	for _, q := range []struct {
		value *string
		question
	}{
		{&a.Agency, question{flag: "agency", text: "Name of the agency", check: plain}},
		{&a.Staff, question{
			flag: "staff", text: "Addresses of staff, with commas", check: a.staff,
		}},
		{&a.States, question{
			flag: "states", text: "Licensed states, such as CA, OR", check: states,
		}},
		{&a.Timezone, question{
			flag: "timezone", text: "Time zone, such as America/Denver",
			preset: localZone(), check: zone,
		}},
		{&a.Mode, question{
			flag: "mode", text: "Mode: observe sends customers no mail, live does",
			preset: "observe", check: mode,
		}},
	} {
		if err := by.ask(q.value, q.question); err != nil {
			return err
		}
	}
	return nil
}
