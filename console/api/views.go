package api

import (
	"strings"
	"time"

	"ppamaild/console"
	"ppamaild/templates"
)

// The answers. openapi.json describes the fields.

type member struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Token   string `json:"token"`
	Scope   string `json:"scope"`
}

type rows struct {
	Items   []row  `json:"items"`
	Next    string `json:"next,omitempty"`
	Loading bool   `json:"loading,omitempty"`
}

type row struct {
	Thread      string    `json:"thread"`
	Title       string    `json:"title"`
	Customer    string    `json:"customer"`
	Status      string    `json:"status"`
	StatusLabel string    `json:"status_label"`
	Owner       string    `json:"owner,omitempty"`
	Review      int       `json:"review,omitempty"`
	Kind        string    `json:"kind,omitempty"`
	Step        string    `json:"step,omitempty"`
	Since       time.Time `json:"since"`
	Deadline    time.Time `json:"deadline,omitzero"`
	Flags       []string  `json:"flags"`
}

func rowOf(r console.Row) row {
	return row{
		Thread: r.Thread, Title: r.Title, Customer: r.Customer, Status: r.Code,
		StatusLabel: r.Status, Owner: r.Owner, Review: r.Review, Kind: r.Kind, Step: r.Step,
		Since: r.At, Deadline: r.Until, Flags: filled(r.Flags),
	}
}

// filled lets an empty list be [] in JSON.
func filled[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func rowsOf(all []console.Row) []row { return mapped(all, rowOf) }

func mapped[A, B any](all []A, of func(A) B) []B {
	list := make([]B, 0, len(all))
	for _, one := range all {
		list = append(list, of(one))
	}
	return list
}

type item struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

func itemOf(i templates.Item) item { return item(i) }

type section struct {
	Title string     `json:"title,omitempty"`
	Text  string     `json:"text,omitempty"`
	Items []item     `json:"items,omitempty"`
	Head  []string   `json:"head,omitempty"` // of the table
	Rows  [][]string `json:"rows,omitempty"`
}

func sectionOf(s templates.Section) section {
	shown := section{Title: s.Title, Text: s.Text, Head: s.Table.Head, Rows: s.Table.Rows}
	shown.Items = mapped(s.Items, itemOf)
	for _, r := range s.Rows {
		shown.Items = append(shown.Items, item{r.Label, r.Value})
	}
	return shown
}

type thread struct {
	Thread      string    `json:"thread"`
	Subject     string    `json:"subject"`
	Customer    string    `json:"customer"`
	Status      string    `json:"status"`
	StatusLabel string    `json:"status_label"`
	Owner       string    `json:"owner,omitempty"`
	CreatedAt   time.Time `json:"created_at"`
	UpdatedAt   time.Time `json:"updated_at"`
	Warnings    []string  `json:"warnings"`
	Facts       []item    `json:"facts"`
	Reviews     []row     `json:"reviews"`
	Turns       []turn    `json:"turns"`
}

type turn struct {
	Kind     string    `json:"kind"`
	Entry    uint64    `json:"entry"`
	Title    string    `json:"title"`
	Who      string    `json:"who,omitempty"`
	When     string    `json:"when"`
	Text     string    `json:"text,omitempty"`
	Facts    []item    `json:"facts"`
	Warnings []string  `json:"warnings"`
	Sections []section `json:"sections"`
}

func storyOf(s console.Story) thread {
	return thread{
		Thread: s.Thread, Subject: s.Subject, Customer: s.Customer, Status: s.Code,
		StatusLabel: s.Status, Owner: s.Owner, CreatedAt: s.Created, UpdatedAt: s.Changed,
		Warnings: filled(s.Warnings), Facts: mapped(s.Facts, itemOf),
		Reviews: rowsOf(s.Open), Turns: mapped(s.Turns, turnOf),
	}
}

func turnOf(t templates.ReportTurn) turn {
	return turn{
		Kind: strings.TrimSuffix(t.Style, "-turn"), Entry: t.Entry, Title: t.Title, Who: t.Who,
		When: t.When, Text: t.Text, Facts: mapped(t.Facts, itemOf),
		Warnings: filled(t.Warnings), Sections: mapped(t.Sections, sectionOf),
	}
}
