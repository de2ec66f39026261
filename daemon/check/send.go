package check

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
	"ppamaild/mailbox"
	"ppamaild/mailbox/message"
)

// Delivery sends a probe from the customers' address, and waits until a mailbox of the
// configuration has the probe. A daemon ignores the probe, because X-Loop names the address.
func Delivery(ctx context.Context, cfg *config.Config, to string, within time.Duration) Result {
	c := checker{configured.NewTokens(whereverItIs{cfg}, slog.New(slog.DiscardHandler))}
	r := Result{What: "probe to " + to}
	id := "probe-" + strings.ToLower(rand.Text()) + "@" + domainOf(cfg.Mailbox.Customer.Address)
	began := time.Now()
	if r.Err = c.sendProbe(ctx, cfg, to, id, began); r.Err != nil {
		return r
	}
	ctx, cancel := context.WithTimeoutCause(ctx, within, errLate)
	defer cancel()
	folder, err := c.awaitProbe(ctx, cfg, id)
	switch {
	case err != nil && errors.Is(context.Cause(ctx), errLate):
		r.Err = fmt.Errorf("the server accepted the probe, but no mailbox has the probe after %s: "+
			"look for the subject %q in the spam folder, and check that a mailbox of the "+
			"configuration gets mail to %s (%w)", within, probeSubject, to, err)
	case err != nil:
		r.Err = err
	default:
		took := time.Since(began).Round(10 * time.Millisecond)
		r.Detail = fmt.Sprintf("arrived in %s after %s", folder, took)
	}
	return r
}

var errLate = errors.New("the probe is late")

const probeSubject = "ppamaild check: test mail"

// sendProbe sends a mail to an address.
func (k checker) sendProbe(
	ctx context.Context, cfg *config.Config, to, id string, now time.Time,
) error {
	from := cfg.Mailbox.Customer.Address
	raw, err := message.Compose(message.Outgoing{
		From:          message.Address{Address: from},
		To:            []message.Address{{Address: to}},
		Subject:       probeSubject,
		Text:          "The command ppamaild check sent this test mail. You can delete the mail.\n",
		MessageID:     id,
		Date:          now,
		AutoSubmitted: "auto-generated",
		Header:        map[string]string{"X-Loop": from},
	})
	if err != nil {
		return err
	}
	sender, err := mailbox.NewSender(configured.Sender(cfg.SMTP.SMTPAccount, k.tokens))
	if err != nil {
		return err
	}
	defer sender.Close()
	_, err = sender.Send(ctx, from, []string{to}, raw, nil)
	return err
}

// awaitProbe searches the mailboxes for the probe every second, and returns the name of the
// mailbox with the probe.
func (k checker) awaitProbe(ctx context.Context, cfg *config.Config, id string) (string, error) {
	var folders []*mailbox.Sent
	accounts := distinctMailboxes(cfg)
	for _, c := range accounts {
		account := configured.Account(c, k.tokens)
		account.SentFolder = account.Folder
		folder, err := mailbox.NewSent(account)
		if err != nil {
			return "", err
		}
		defer folder.Close()
		folders = append(folders, folder)
	}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		for i, folder := range folders {
			as, err := folder.Find(ctx, id)
			if err != nil {
				return "", fmt.Errorf("searching the mailbox of %s: %w", accounts[i].Address, err)
			}
			if as != "" {
				return accounts[i].Address + "/" + accounts[i].Folder, nil
			}
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-tick.C:
		}
	}
}
