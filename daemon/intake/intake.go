// Package intake is the first and the second station. It stores each fetched message, reads the
// message, identifies the author, and puts the message into the queue of its thread. The author
// decides what a message is, not the mailbox. Automatic mail is set aside, and
// unusable mail is quarantined and shown to staff.
package intake

import (
	"context"
	"net"
	"slices"

	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/internal/guard"
	"ppamaild/mailbox/authres"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
)

// Intake takes messages in.
type Intake struct {
	*deps.Deps
	origins origin.Classifier
	proof   authres.Checker
}

// New returns an intake. lookupTXT looks up TXT records in DNS. nil: the resolver of the system.
func New(d *deps.Deps, lookupTXT func(ctx context.Context, name string) ([]string, error)) *Intake {
	if lookupTXT == nil {
		lookupTXT = net.DefaultResolver.LookupTXT
	}
	customer, agency := d.Config.Mailbox.Customer, d.Config.Mailbox.Agency
	return &Intake{
		Deps: d,
		origins: origin.Classifier{
			Own:       d.IsOurs,
			Addresses: d.OwnAddresses(),
			// Lists and web forms count in both mailboxes.
			OwnLists:    slices.Concat(customer.OwnLists, agency.OwnLists),
			LeadSenders: slices.Concat(customer.LeadSenders, agency.LeadSenders),
		},
		proof: authres.Checker{
			TrustedIDs: d.Config.Review.TrustedAuthservIDs, LookupTXT: waits(lookupTXT),
		},
	}
}

// waits returns lookup with the time not counted by the watchdog. The resolver has its own limit.
func waits(
	lookup func(context.Context, string) ([]string, error),
) func(context.Context, string) ([]string, error) {
	return func(ctx context.Context, name string) ([]string, error) {
		defer guard.Wait(ctx)()
		return lookup(ctx, name)
	}
}

// messageIndex finds stored messages by Message-ID.
type messageIndex interface {
	store.Threads
	store.Inbounds
}

// mailIndex finds mails of the outbox by Message-ID.
type mailIndex interface {
	store.Threads
	store.Outbox
}
