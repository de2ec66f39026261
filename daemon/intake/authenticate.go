package intake

import (
	"context"
	"errors"
	"strings"

	"ppamaild/config"
	"ppamaild/mailbox/authres"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
)

// evidence weighs what proves the sender of staff's mail. Nothing hangs on it for
// others, so nobody is asked.
func (n *Intake) evidence(ctx context.Context, o origin.Origin, m *message.Message,
	raw []byte) authres.Evidence {
	if _, is := n.Staff.Find(o.From.Address); !is ||
		n.Config.Review.RequireAuthenticatedSender == config.SenderNever {
		return authres.Evidence{Verdict: authres.None}
	}
	return n.proof.Check(ctx, m, o.From.Address, raw)
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
