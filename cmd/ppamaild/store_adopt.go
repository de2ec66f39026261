package main

import (
	"fmt"

	"ppamaild/daemon/storefile"
)

type storeAdopt struct{ withConfig }

// Help says when to adopt a store.
func (storeAdopt) Help() string {
	return "A store belongs to the mailbox that customers write to. ppamaild refuses the store " +
		"of another mailbox, so that no agency gets the mail of another. Run this command after " +
		"you changed the user name or the folder in [mailbox.customer]. Stop the daemon first."
}

// Run marks the store as a store of the configured mailbox.
func (c storeAdopt) Run(env *environment) error {
	u, err := c.upkeep(env)
	if err != nil {
		return err
	}
	was, err := storefile.Adopt(env, u.Config)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.stdout, "%s belongs to %s; it belonged to %s\n",
		storefile.Name(u.Config), u.Config.Mailbox.Customer.Name(), was)
	return err
}
