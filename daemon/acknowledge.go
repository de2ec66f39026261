package daemon

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/quoting"
	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
	"ppamaild/templates"
	"ppamaild/threadresolver"
)

// greets reports whether the first message of a thread gets an acknowledgement without a
// review. A person must have sent it, not a web form, and replies must go to its sender.
// A second mail within an hour could start a mail loop (RFC 3834 §2).
func (r *router) greets(e queue.CustomerEvent) (bool, error) {
	if !r.d.Config.Quote.Acknowledge || r.origin.Kind != origin.Person || r.origin.Lead || r.in.Released != "" || !strings.EqualFold(e.ReplyTo, e.From) {
		return false, nil
	}
	c, err := r.d.Correspondent(r.tx, e.From)
	return len(c.Sent) == 0, err
}

// acknowledge confirms a customer's first mail once the run has paused for a review.
func (r *run) acknowledge() error {
	if r.event.Kind != queue.KindCustomer || r.wary() || !r.greetable() {
		return nil
	}
	var e queue.CustomerEvent
	if err := json.Unmarshal(r.event.Data, &e); err != nil || !e.Greet {
		return err
	}
	draft, failing, err := r.d.toolbox.Acknowledge(&r.State)
	if err != nil {
		return err
	}
	if len(failing) > 0 {
		r.note(store.SourceSystem, "not_acknowledged", "", e.Mail.ID, failing)
		r.d.Log.Error("a customer is not told that their mail came, as what would tell them fails the facts check", "thread", r.Head.Thread, "why", strings.Join(failing, "; "))
		return nil
	}
	m, err := r.freeze(draft, draft.Digest(), "")
	if err != nil {
		return err
	}
	m.Mail.Purpose = store.PurposeAcknowledgement
	r.note(store.SourceSystem, "acknowledged", "", e.Mail.ID, e.From)
	r.postDraft(m, draft)
	return nil
}

// LoadTemplates reads the configured templates. What a template says that nobody looks
// at before it leaves must pass the facts check, whoever it goes to.
func LoadTemplates(cfg *config.Config) (*templates.Set, error) {
	set, err := templates.New(cfg.Templates.Dir)
	if err != nil || !cfg.Quote.Acknowledge {
		return set, err
	}
	box := quoting.Toolbox{
		Templates: set, Agency: cfg.Agency.Name, Producer: configured.Producer(cfg), ThreadRef: threadresolver.Minter{}.ThreadRef,
		Reviewed: func(agent.Stage) bool { return false },
	}
	for _, language := range set.Languages() {
		someone := agent.NewState("Q-7F3K2M", agent.CustomerInfo{Language: language})
		_, failing, err := box.Acknowledge(&someone)
		if err == nil && len(failing) > 0 {
			err = errors.New(strings.Join(failing, "; "))
		}
		if err != nil {
			return nil, fmt.Errorf("quote.acknowledge: the mail acknowledgement.%s leaves without a review: %w", language, err)
		}
	}
	return set, nil
}

// greetable leaves out what looks like nobody's honest question.
func (r *run) greetable() bool {
	paused := r.State.Status == store.ThreadAwaitingReview || r.State.Status == store.ThreadHandedOver
	pad := r.State.AgentScratchpad
	return paused && pad.Intent != "spam" && pad.Refer != "injection_suspected"
}

// postDraft commits a mail to the customer, and has the journal say what it said.
func (r *run) postDraft(m queue.Outgoing, d agent.Draft) {
	m = r.observed(m)
	r.Mails = append(r.Mails, m)
	d.HTML, d.HTMLDigest, d.Translation, d.Followups = "", "", "", nil // the mail itself is in the outbox
	r.note(store.SourceSystem, journal.KindOutbox, "", m.Mail.MessageID, d)
}
