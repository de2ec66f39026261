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

// evidence weighs the proof for the sender of a mail from staff, or of another ppamaild. It skips
// other senders, because their mail decides nothing.
func (n *Intake) evidence(
	ctx context.Context, o origin.Origin, m *message.Message, raw []byte,
) authres.Evidence {
	_, isStaff := n.Staff.Find(o.From.Address)
	decides := isStaff && n.Config.Review.RequireAuthenticatedSender != config.SenderNever
	if !decides && !fromProgram(m, o.From.Address, n.Agency) {
		return authres.Evidence{Verdict: authres.None}
	}
	return n.proof.Check(ctx, m, o.From.Address, raw)
}

// unproven says why nothing proves the sender of a mail from staff, so that the mail decides
// nothing; "" if the mail may decide. A proven address is stored: later mails from the address
// need proof, too.
func (n *Intake) unproven(
	tx store.Correspondents, address string, evidence authres.Evidence,
) (string, error) {
	policy := n.Config.Review.RequireAuthenticatedSender
	address = strings.ToLower(address)
	switch {
	case policy == config.SenderNever:
		return "", nil
	case evidence.Verdict == authres.Pass:
		return "", tx.PutAuthenticated(address, n.Now())
	case policy == config.SenderAlways || evidence.Verdict == authres.Fail:
		return evidence.Why, nil
	}
	_, err := tx.Authenticated(address)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return n.Say("intake.unproven_now", address, evidence.Why), err
}
