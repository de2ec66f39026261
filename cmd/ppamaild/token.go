package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"ppamaild/daemon/admin"
)

type tokenCommand struct {
	Add    tokenAdd    `cmd:"" help:"Make a token, and print its secret once."`
	List   tokenList   `cmd:"" help:"List the tokens."`
	Revoke tokenRevoke `cmd:"" help:"Revoke a token."`
}

type tokenAdd struct {
	withConfig
	Name     string `arg:"" help:"Name for the list and the log, such as crm."`
	Scope    string `required:"" enum:"read,decide" help:"read; decide: also decisions and tasks."`
	As       string `required:"" placeholder:"STAFF" help:"Member of staff that the token acts as."`
	Licensed bool   `help:"Decide quotes that need a license after 12 hours, too."`
	JSON     bool   `help:"Print JSON."`
}

// Help describes the limits of a token.
func (tokenAdd) Help() string {
	return "The token acts as the member of staff, and ends when the member leaves review.staff. " +
		"Where staff have licenses, a token decides quotes in its first 12 hours only, " +
		"or with --licensed."
}

// Run makes a token.
func (c tokenAdd) Run(env *environment) error {
	return c.askAs(env, func(asked admin.Commands, by string) error {
		made, err := asked.AddToken(env, admin.TokenOrder{
			Name: c.Name, Scope: c.Scope, Staff: c.As, Licensed: c.Licensed, By: by,
		})
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(env.stdout, made)
		}
		fmt.Fprintf(env.stderr, "token %s acts as %s (%s); the secret is not shown again:\n",
			made.Name, made.Staff, made.Scope)
		_, err = fmt.Fprintln(env.stdout, made.Secret)
		return err
	})
}

type tokenList struct {
	withConfig
	JSON bool `help:"Print JSON."`
}

// Run lists the tokens.
func (c tokenList) Run(env *environment) error {
	return printList(env, c.withConfig, c.JSON, admin.Commands.Tokens, printTokens)
}

func printTokens(out io.Writer, all []admin.Token) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TOKEN\tSCOPE\tSTAFF\tLICENSED\tSINCE\tBY")
	for _, t := range all {
		licensed := "no"
		if t.Licensed {
			licensed = "yes"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n",
			t.Name, t.Scope, t.Staff, licensed, clock(t.CreatedAt), t.CreatedBy)
	}
	return w.Flush()
}

type tokenRevoke struct {
	withConfig
	Name string `arg:"" help:"A name from ppamaild token list."`
}

// Run revokes a token.
func (c tokenRevoke) Run(env *environment) error {
	return c.askAs(env, func(asked admin.Commands, by string) error {
		if _, err := asked.RevokeToken(env, c.Name, by); err != nil {
			return err
		}
		_, err := fmt.Fprintf(env.stdout, "token %s is revoked\n", c.Name)
		return err
	})
}
