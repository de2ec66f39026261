package check

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"

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
	found, err := c.awaitProbe(ctx, cfg, id)
	switch {
	case err != nil && errors.Is(context.Cause(ctx), errLate):
		r.Err = fmt.Errorf("the server accepted the probe, but no mailbox has the probe after %s: "+
			"look for the subject %q in the spam folder, and check that a mailbox of the "+
			"configuration gets mail to %s (%w)", within, probeSubject, to, err)
	case err != nil:
		r.Err = err
	default:
		took := time.Since(began).Round(10 * time.Millisecond)
		r.Detail = fmt.Sprintf("arrived in %s after %s", found.folder, took)
		r.Advice = judgeDKIM(found.header, domainOf(cfg.Mailbox.Customer.Address), r.Detail)
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
	sender, err := mailbox.NewSender(configured.Sender(cfg.SMTP.Server, k.tokens))
	if err != nil {
		return err
	}
	defer sender.Close()
	_, err = sender.Send(ctx, from, []string{to}, raw, nil)
	return err
}

// probe is a test mail in a mailbox of the configuration.
type probe struct {
	folder string // address/folder
	header []byte
}

// awaitProbe searches the mailboxes for the probe every second.
func (k checker) awaitProbe(ctx context.Context, cfg *config.Config, id string) (probe, error) {
	var readers []*mailbox.Reader
	accounts := distinctMailboxes(cfg)
	for _, c := range accounts {
		r, err := mailbox.NewReader(configured.Account(c, k.tokens))
		if err != nil {
			return probe{}, err
		}
		defer r.Close()
		readers = append(readers, r)
	}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		for i, r := range readers {
			c := accounts[i]
			header, err := findProbe(ctx, r, c.Folder, id)
			if err != nil {
				return probe{}, fmt.Errorf("searching the mailbox of %s: %w", c.Address, err)
			}
			if header != nil {
				return probe{c.Address + "/" + c.Folder, header}, nil
			}
		}
		select {
		case <-ctx.Done():
			return probe{}, ctx.Err()
		case <-tick.C:
		}
	}
}

// findProbe returns header fields of the message with a Message-ID, or nil.
func findProbe(ctx context.Context, r *mailbox.Reader, folder, id string) ([]byte, error) {
	named := imap.SearchCriteriaHeaderField{Key: "Message-ID", Value: id}
	what := &imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{named}}
	validity, uids, err := r.Search(ctx, folder, what)
	if err != nil || len(uids) == 0 {
		return nil, err
	}
	found, err := r.Headers(ctx, folder, validity, uids[:1], "Message-ID", "DKIM-Signature")
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0].Raw, nil
}
