package daemon

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"

	"ppamaild/config"
	"ppamaild/mailbox/authres"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
)

// makeReaders prepares what tells who wrote a message. Lists and web forms count
// in either mailbox, as it is not the mailbox that says what a message is.
func (d *Daemon) makeReaders(o Options) {
	customer, agency := d.Config.Mailbox.Customer, d.Config.Mailbox.Agency
	d.origins = origin.Classifier{
		Own: d.IsOurs, Addresses: d.OwnAddresses(),
		OwnLists:    slices.Concat(customer.OwnLists, agency.OwnLists),
		LeadSenders: slices.Concat(customer.LeadSenders, agency.LeadSenders),
	}
	d.proof = authres.Checker{TrustedIDs: d.Config.Review.TrustedAuthservIDs,
		LookupTXT: o.LookupTXT}
	if d.proof.LookupTXT == nil {
		d.proof.LookupTXT = net.DefaultResolver.LookupTXT
	}
}

// evidence weighs what proves the sender of staff's mail. Nothing hangs on it for
// others, so nobody is asked.
func (d *Daemon) evidence(ctx context.Context, o origin.Origin, m *message.Message,
	raw []byte) authres.Evidence {
	if _, is := d.Staff.Find(o.From.Address); !is ||
		d.Config.Review.RequireAuthenticatedSender == config.SenderNever {
		return authres.Evidence{Verdict: authres.None}
	}
	return d.proof.Check(ctx, m, o.From.Address, raw)
}

// doubt says why a mail of staff's can't decide anything, as its sender is not
// proven; "" where it can. It remembers an address that was.
func (r *router) doubt() (string, error) {
	policy, address := r.d.Config.Review.RequireAuthenticatedSender,
		strings.ToLower(r.origin.From.Address)
	switch {
	case policy == config.SenderNever:
		return "", nil
	case r.evidence.Verdict == authres.Pass:
		return "", r.tx.PutAuthenticated(address, r.d.Now())
	case policy == config.SenderAlways || r.evidence.Verdict == authres.Fail:
		return r.evidence.Why, nil
	}
	_, err := r.tx.Authenticated(address)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return "earlier mails from " + address + " were proven, and this one is not: " + r.evidence.Why,
		err
}
