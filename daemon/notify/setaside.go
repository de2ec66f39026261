package notify

import (
	"bytes"
	"cmp"
	"encoding/json"
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

// renderSetAside renders the list for one member of staff.
func (v *View) renderSetAside(rv store.Review, ref string) (templates.Mail, error) {
	var list SetAsideList
	if err := json.Unmarshal(rv.Data, &list); err != nil {
		return templates.Mail{}, err
	}
	n := templates.Notice{When: v.Day(rv.CreatedAt), Sections: list.Waiting, Words: Words(rv), Ref: ref}
	for i, m := range list.Mails {
		value := cmp.Or(m.From, "(nobody)") + ": " + cmp.Or(m.Subject, "(no subject)") + " (" + m.Why + ")"
		n.Candidates = append(n.Candidates, templates.Item{Label: strconv.Itoa(i + 1), Value: value})
	}
	return v.RenderNotice("digest", n)
}

// WhereIs says in a sentence where a message is now.
func WhereIs(in store.Inbound) string {
	switch {
	case in.Erased:
		return "It was erased."
	case in.Status == store.InboundPending:
		return "It is about to be routed."
	case in.Status == store.InboundSetAside:
		return "It was set aside again: " + in.Reason
	case in.Status == store.InboundQuarantined:
		return "It could not be worked on; you were told in a mail of its own."
	case in.Thread != "" && in.Reason == "":
		return "It is in the thread " + in.Thread + "."
	case in.Thread != "":
		return "It is not clear whose it is, and you are asked in a mail of its own (" + in.Reason + ")."
	}
	return "It was dealt with: " + in.Reason + "."
}

// ListRead limits the bytes that are read of a listed message. Only its header is shown.
const ListRead = 64 << 10

// Listed returns the entry of a message in the list.
func Listed(tx store.Tx, in store.Inbound) (ListedMail, error) {
	m := ListedMail{Inbound: in.ID, Why: in.Reason}
	raw, err := tx.InboundRaw(in.ID)
	if err != nil {
		return m, err
	}
	msg, err := guard.RecoverPanic(func() (*message.Message, error) {
		return message.Parse(bytes.NewReader(raw), message.Limits{Bytes: ListRead})
	})
	if err != nil {
		m.Subject = "(it can't be read)" // a newer limit may apply than when the message was set aside
		return m, nil
	}
	m.From, m.Subject = strings.Join(agency.Addresses(msg.From), ", "), reading.Mask(msg.Subject)
	return m, nil
}
