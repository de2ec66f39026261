package templates

import "html/template"

// Item is a label and its value, one line each.
type Item struct{ Label, Value string }

// Question is one thing to be answered, why it is asked, and what may be answered.
type Question struct{ Text, Why, Expect string }

// Section is a part of the data under review. Any of its contents may be empty.
type Section struct {
	Title string
	Items []Item
	Rows  []BasisRow
	Text  string // any number of lines, shown as they are
}

// DraftView is a mail that is not sent yet, as its reader would see it.
// Mail.Draft makes one.
type DraftView struct {
	When    string // what must happen before it is sent: "after 3 days without an answer"; "" for now
	To      string
	Subject string
	Text    string
	HTML    template.HTML // trusted: only ever what this package rendered
	English string        // its text in English, where it is not
}

// BasisRow is one value that a draft rests on.
type BasisRow struct {
	Label    string
	Value    string
	Words    string // the words it comes from, as written; "" if nobody said it
	Standing string // "stated", "inferred", "assumed" or "confirmed"
}

// Turn is one message of a conversation, newest last.
type Turn struct{ Who, When, Text string }

// Word is one way to answer and what it does.
type Word struct{ Word, Effect string }

// Rejection is why the draft before this one was sent back.
type Rejection struct{ By, When, Reason string }
