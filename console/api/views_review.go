package api

import (
	"time"

	"ppamaild/console"
	"ppamaild/templates"
)

type reviewed struct {
	Thread       string     `json:"thread"`
	Number       int        `json:"number"`
	Digest       string     `json:"digest"`
	Kind         string     `json:"kind"`
	Step         string     `json:"step,omitempty"`
	Status       string     `json:"status"`
	Working      bool       `json:"working"`
	CanUndo      bool       `json:"can_undo"`
	CreatedAt    time.Time  `json:"created_at"`
	Owner        string     `json:"owner,omitempty"`
	Outcome      string     `json:"outcome,omitempty"`
	Next         int        `json:"next,omitempty"`
	Heading      string     `json:"heading"`
	Lead         []string   `json:"lead"`
	Warnings     []string   `json:"warnings"`
	FactsFailed  bool       `json:"facts_failed"`
	Draft        *draft     `json:"draft,omitempty"`
	Questions    []question `json:"questions"`
	Sections     []section  `json:"sections"`
	Conversation []said     `json:"conversation"`
	Actions      []action   `json:"actions"`
	Reasons      []string   `json:"reasons"`
	Fields       []field    `json:"fields"`
}

type draft struct {
	To      string `json:"to"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
	HTML    string `json:"html,omitempty"`
}

type question struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
	Why    string `json:"why,omitempty"`
	Expect string `json:"expect,omitempty"`
}

type said struct {
	Who  string `json:"who"`
	When string `json:"when"`
	Text string `json:"text"`
}

func saidOf(t templates.Turn) said { return said(t) }

type action struct {
	Word   string `json:"word"`
	Label  string `json:"label"`
	Effect string `json:"effect"`
	Text   bool   `json:"text"`
}

func actionOf(a console.Action) action { return action{a.Word, a.Label, a.Effect, a.Takes} }

type field struct {
	Group   string `json:"group"`
	Path    string `json:"path"`
	Label   string `json:"label"`
	Value   string `json:"value"`
	Assumed bool   `json:"assumed"`
	Words   string `json:"words,omitempty"`
}

func reviewOf(c console.Case) reviewed {
	shown := reviewed{
		Thread: c.Thread, Number: c.Number, Digest: c.Digest, Kind: c.Kind, Step: c.Step,
		Status: c.Status, Working: c.Working, CanUndo: c.Held, CreatedAt: c.Created,
		Owner: c.Owner, Outcome: c.Outcome, Next: c.Next, Heading: c.Heading,
		Lead: filled(c.Lead), Reasons: filled(c.Reasons), Warnings: []string{}, Questions: []question{},
		Sections: []section{}, Conversation: []said{}, Fields: []field{},
		Actions: mapped(c.Actions, actionOf),
	}
	if d := c.Draft; d != nil {
		shown.Draft = &draft{To: d.To, Subject: d.Subject, Text: d.Text, HTML: d.HTML}
	}
	for _, g := range c.Fields {
		for _, f := range g.Fields {
			shown.Fields = append(shown.Fields,
				field{g.Title, f.Path, f.Label, f.Value, f.Assumed, f.Words})
		}
	}
	if card := c.Card; card != nil {
		shown.addCard(card)
	}
	if n := c.Notice; n != nil {
		facts := templates.Section{Items: append(n.Facts, n.Candidates...), Text: n.Body}
		shown.Sections = append(mapped(n.Sections, sectionOf), sectionOf(facts))
		shown.Conversation = mapped(n.Conversation, saidOf)
	}
	return shown
}

func (r *reviewed) addCard(card *templates.Review) {
	r.Warnings, r.FactsFailed = filled(card.Warnings), card.Failed
	for i, q := range card.Questions {
		r.Questions = append(r.Questions, question{i + 1, q.Text, q.Why, q.Expect})
	}
	r.Sections = mapped(card.Data, sectionOf)
	r.Conversation = mapped(card.Conversation, saidOf)
}
