package main

import (
	"fmt"

	"ppamaild/config"
	"ppamaild/daemon/login"
)

type loginCommand struct {
	withConfig
	Section string `arg:"" name:"section" enum:"mailbox.customer,mailbox.agency,smtp,smtp.agency" help:"The table of the configuration to log in for: mailbox.customer, mailbox.agency, smtp or smtp.agency."`
}

// Help says where that serves.
func (loginCommand) Help() string {
	return "For auth = \"oauth2\" at a provider that lets devices ask for consent (RFC 8628), as Microsoft's does: it prints an address to open in any " +
		"browser and a code to enter there, and writes the refresh token that comes of it into refresh_token_file."
}

// Run gets a refresh token.
func (c loginCommand) Run(env *environment) error {
	cfg, err := c.read(env.stderr, config.LoadToLogIn)
	if err != nil {
		return err
	}
	s, err := login.Section(env, cfg, c.Section, func(url, code string) {
		fmt.Fprintf(env.stdout, "Open %s, enter the code %s, and log in as the account of %s there.\n", url, code, c.Section)
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.stdout, "The refresh token of %s is in %s. ppamaild check tries it; a daemon that runs takes it up at SIGHUP.\n", s.Username, s.RefreshTokenFile)
	return err
}
