package agency

import (
	"slices"
	"strings"

	"ppamaild/config"
	"ppamaild/mailbox/message"
)

// NotCustomer says why an address is not a customer's; "" if it may be.
func (a *Agency) NotCustomer(address string) string {
	if _, is := a.Staff.Find(address); is {
		return address + " is staff"
	}
	if a.IsOwnAddress(address) {
		return address + " is ours"
	}
	if err := message.CheckAddress(address); err != nil {
		return err.Error()
	}
	return ""
}

// The roles of the two accounts that send mail.
const (
	RoleCustomer = "customer"
	RoleAgency   = "agency"
)

// Roles returns both roles.
func Roles() []string { return []string{RoleCustomer, RoleAgency} }

// From is the sender of mails of a role.
func (a *Agency) From(role string) message.Address {
	return message.Address{Name: a.Config.Agency.Name, Address: a.Account(role).Address}
}

// Account is the configured account of a role.
func (a *Agency) Account(role string) config.MailboxAccount {
	if role == RoleAgency {
		return a.Config.Mailbox.Agency
	}
	return a.Config.Mailbox.Customer
}

// IsOurs reports whether the agency made a Message-ID.
func (a *Agency) IsOurs(messageID string) bool {
	_, ours := a.Minter.Verify(messageID)
	return ours
}

// OwnAddresses are the addresses of both accounts.
func (a *Agency) OwnAddresses() []string {
	return []string{a.Config.Mailbox.Customer.Address, a.Config.Mailbox.Agency.Address}
}

// IsOwnAddress reports whether mail to an address reaches the agency, with a tag or without.
func (a *Agency) IsOwnAddress(address string) bool {
	local, domain, _ := strings.Cut(address, "@")
	untagged, _, tagged := strings.Cut(local, "+")
	if tagged && a.IsOwnAddress(untagged+"@"+domain) {
		return true
	}
	return slices.ContainsFunc(a.OwnAddresses(), func(own string) bool {
		return strings.EqualFold(own, address)
	})
}

// Own lists the addresses and names of the agency and its staff.
func (a *Agency) Own() []string {
	own := append(a.OwnAddresses(), a.Config.Agency.Name)
	for _, m := range a.Staff.Staff {
		own = append(own, m.Name, m.Address)
		own = append(own, m.Aliases...)
	}
	return slices.DeleteFunc(own, func(s string) bool { return s == "" })
}

// Addresses are the bare addresses of a list.
func Addresses(list []message.Address) []string {
	var out []string
	for _, a := range list {
		out = append(out, a.Address)
	}
	return slices.Clip(out)
}
