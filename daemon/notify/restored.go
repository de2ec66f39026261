package notify

import (
	"encoding/json"
	"time"

	"ppamaild/store"
	"ppamaild/templates"
)

// RestoredData is the data of the review that asks for the release of the outbox.
type RestoredData struct {
	At       time.Time           `json:"at"`
	By       string              `json:"by"`
	File     string              `json:"file"`
	Sections []templates.Section `json:"sections,omitempty"`
}

func (v *View) restoredNotice(rv store.Review, ref, again string) (templates.Notice, error) {
	var data RestoredData
	if err := json.Unmarshal(rv.Data, &data); err != nil {
		return templates.Notice{}, err
	}
	n := templates.Notice{
		Review:   rv.Number,
		Who:      data.By,
		When:     v.When(data.At),
		What:     v.Say("notify.backup", data.File),
		Sections: data.Sections,
		Words:    v.Words(rv),
		Ref:      ref,
	}
	v.asked(&n, rv, again)
	return n, nil
}
