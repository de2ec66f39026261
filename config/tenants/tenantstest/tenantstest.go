// Package tenantstest has configurations of tenants for tests.
package tenantstest

import "strings"

const config = `[agency]
name = "NAME"
timezone = "America/Los_Angeles"
licensed_states = ["CA"]
[mailbox.customer]
address = "quotes@NAME.test"
host = "imap.NAME.test"
username = "quotes"
password = "one"
[mailbox.agency]
address = "reviews@NAME.test"
host = "imap.NAME.test"
username = "reviews"
password = "two"
[smtp]
host = "smtp.shared.test"
[review]
staff = ["lee@staff.test"]
[store]
path = "NAME.db"
`

// Config returns a configuration of a tenant without mistakes, with more lines.
func Config(name string, more ...string) string {
	return strings.ReplaceAll(config, "NAME", name) + strings.Join(more, "\n")
}
