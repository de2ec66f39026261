package notify

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/guard"
	"ppamaild/mailbox/message"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/templates"
)

// SetAsideList is the data of a review of the kind set_aside: mails by their
// number, from 1. The list covers every message up to Through.
type SetAsideList struct {
	Mails   []ListedMail `json:"mails"`
	Through uint64       `json:"through"`
	// Waiting is the rest of the digest of the day.
	Waiting []templates.Section `json:"waiting,omitempty"`
}

// ListedMail is a mail of the list.
type ListedMail struct {
	Inbound uint64 `json:"inbound"`
	From    string `json:"from"`
	Subject string `json:"subject"`
	Why     string `json:"why"`
}

// setAsideNotice is the view of the list for one member of staff.
func (v *View) setAsideNotice(rv store.Review, ref string) (templates.Notice, error) {
	var list SetAsideList
	if err := json.Unmarshal(rv.Data, &list); err != nil {
		return templates.Notice{}, err
	}
	n := templates.Notice{
		When:     v.Day(rv.CreatedAt),
		Sections: list.Waiting,
		Words:    v.Words(rv),
		Ref:      ref,
	}
	for i, m := range list.Mails {
		from := cmp.Or(m.From, v.Say("notify.no_sender"))
		subject := cmp.Or(m.Subject, v.Say("notify.no_subject"))
		n.Candidates = append(n.Candidates, templates.Item{
			Label: strconv.Itoa(i + 1),
			Value: fmt.Sprintf("%s: %s (%s)", from, subject, m.Why),
		})
	}
	return n, nil
}

// WhereIs says in a sentence where a message is now.
func (w *Writer) WhereIs(in store.Inbound) string {
	switch {
	case in.Erased:
		return w.Say("notify.is_erased")
	case in.Status == store.InboundPending:
		return w.Say("notify.is_pending")
	case in.Status == store.InboundSetAside:
		return w.Say("notify.is_set_aside", in.Reason)
	case in.Status == store.InboundQuarantined:
		return w.Say("notify.is_quarantined")
	case in.Thread != "" && in.Reason == "":
		return w.Say("notify.is_in_thread", in.Thread)
	case in.Thread != "":
		return w.Say("notify.is_asked_about", in.Reason)
	}
	return w.Say("notify.is_done", in.Reason)
}

// ListRead limits the bytes that are read of a listed message. Only its header is shown.
const ListRead = 64 << 10

// Listed returns the entry of a message in the list.
func (w *Writer) Listed(tx store.Tx, in store.Inbound) (ListedMail, error) {
	m := ListedMail{Inbound: in.ID, Why: in.Reason}
	raw, err := tx.InboundRaw(in.ID)
	if err != nil {
		return m, err
	}
	msg, err := guard.RecoverPanic(func() (*message.Message, error) {
		return message.Parse(bytes.NewReader(raw), message.Limits{Bytes: ListRead})
	})
	if err != nil {
		// A newer limit may apply than when the message was set aside.
		m.Subject = w.Say("notify.unreadable")
		return m, nil
	}
	m.From, m.Subject = strings.Join(agency.Addresses(msg.From), ", "), reading.Mask(msg.Subject)
	return m, nil
}
