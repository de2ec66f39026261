package notify

import (
	"cmp"
	"encoding/json"
	"strconv"

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
