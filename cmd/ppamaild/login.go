package main

import (
	"fmt"

	"ppamaild/config"
	"ppamaild/daemon/login"
)

type loginCommand struct {
	withConfig
	Section string `arg:"" name:"section" enum:"mailbox.customer,mailbox.agency,smtp,smtp.agency" help:"Configuration table with the account: mailbox.customer, mailbox.agency, smtp or smtp.agency."`
}

// Help names the providers that support login.
func (loginCommand) Help() string {
	return "For auth = \"oauth2\" with a provider that supports the device flow (RFC 8628), such as Microsoft. Prints an address to open in a " +
		"browser and a code to enter, then writes the refresh token to refresh_token_file."
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
	_, err = fmt.Fprintf(env.stdout, "The refresh token of %s is in %s. ppamaild check tries the token; a running daemon reads the file on SIGHUP.\n", s.Username, s.RefreshTokenFile)
	return err
}
