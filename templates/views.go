package templates

import (
	"html/template"
	"strings"
)

// Item is a label with a value, one line each.
type Item struct{ Label, Value string }

// Question is a question, its reason, and the possible answers.
type Question struct{ Text, Why, Expect string }

// Section is a part of the data under review. All fields are optional.
type Section struct {
	Title string
	Items []Item
	Rows  []BasisRow
	Table Table
	Text  string // any number of lines, shown unchanged
}

// HasLines reports whether the text has several lines.
func (s Section) HasLines() bool { return strings.Contains(s.Text, "\n") }

// Table has records of one kind. The first column names the record.
type Table struct {
	Head []string
	Rows [][]string
	IDs  []string // of the rows of a task's records, for links; "" for none
}

// Items lists each row with its first cell as the label.
func (t Table) Items() (all []Item) {
	for _, cells := range t.Rows {
		var values []string
		for i, cell := range cells[1:] {
			if cell != "" {
				values = append(values, t.Head[i+1]+": "+cell)
			}
		}
		all = append(all, Item{Label: cells[0], Value: strings.Join(values, "; ")})
	}
	return all
}

// DraftView is an unsent mail as the reader would see the mail. Mail.Draft returns one.
type DraftView struct {
	Name    string // "reminder" or "close", for a follow-up
	When    string // condition before sending: "after 3 days without an answer"; "" for now
	To      string
	Subject string
	Text    string
	HTML    template.HTML // trusted: only HTML rendered by this package
	English string        // English translation of the text; "" for English text
}

// BasisRow is one value on which a draft depends.
type BasisRow struct {
	Label    string
	Value    string
	Words    string // source words, verbatim; "" for assumed values
	Standing string // "stated", "inferred", "assumed" or "confirmed"
}

// Turn is one message of a conversation. Conversations are in order, newest last.
type Turn struct{ Who, When, Text string }

// Word is one possible answer and its effect.
type Word struct{ Word, Effect string }

// Rejection is the reason for rejecting the previous draft.
type Rejection struct{ By, When, Reason, Verdict string }
