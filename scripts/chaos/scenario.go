package main

// scenario is the course of a conversation.
type scenario struct {
	name    string
	task    bool                // a staff task for several agents; the customer's fields then apply to the staff member
	first   string              // the customer's first mail
	answer  string              // answer to the questions; "": the customer never answers
	adds    string              // sent right after the first mail
	replies map[string][]string // staff's answers to the first, second, … review with that title; then ACCEPT
	both    bool                // both staff members decide, at the same time
	slow    bool                // staff decide after the reminder
	twice   bool                // the customer's mail program sends the mail twice
	copied  bool                // sent to both mailboxes of the agency
	large   bool                // with an attachment of more than a megabyte
	ends    string              // text of the last mail to the customer; "": no last mail
	agents  []string            // agents of the approved plan
	told    string              // text of the last answer to staff; "": any
}

// Titles of reviews.
const (
	titleQuestions = "Questions to"
	titleQuote     = "Quote for"
	titlePlan      = "Plan: "
	titleResults   = "Results: "
)

const (
	incomplete = `Hello,

I'm Alice Moreno and would like a quote for my 2019 Honda Civic.
I live at 1420 SE Taylor St, Portland, OR 97214.
`
	complete = `Hello,

I'm Alice Moreno, born 03/04/1985, licensed for 22 years, clean record.
I'd like a quote for my 2019 Honda Civic, which I drive to work (8 miles
one way), about 9,000 miles a year.
It is kept at 1420 SE Taylor St, Portland, OR 97214.
`
	theRest = `I was born on March 4, 1985 and got my license in June 2003. The Civic
is what I drive to work, about 8 miles each way, and it comes to roughly
9,000 miles a year. Clean record, no accidents or tickets.
`
	edited = "EDIT:\nHello Alice,\n\nwhen were you born, since when do you drive, and how much a year, and is it to work?\n\nLee"

	theHendersons = "What do we know about the Hendersons: accounts_payable, crm?\n"
	theirMail     = "What do we know about the Hendersons: mails, crm?\n"

	anEstimate = "Estimate only"
	aClose     = "closed your request for an auto insurance quote"
	noClose    = "No close was sent: the mail that it follows is"
	completed  = "The task is completed"
	cancelled  = "The task is canceled"
)

// scenarios are the conversations of the load.
func scenarios() []scenario {
	forHendersons := []string{"accounts_payable", "crm", "analysis"}
	return []scenario{
		{name: "complete", first: complete, ends: anEstimate},
		{name: "asked", first: incomplete, answer: theRest, ends: anEstimate},
		{name: "rejected", first: incomplete, answer: theRest, ends: anEstimate, replies: map[string][]string{titleQuestions: {"REJECT: please also ask for the VIN"}}},
		{name: "both decide", first: complete, ends: anEstimate, both: true},
		{name: "edited", first: incomplete, answer: theRest, ends: anEstimate, replies: map[string][]string{titleQuestions: {edited}}},
		{name: "adds", first: complete, adds: "Sorry, I forgot: with a deductible of $1,000 for collision, please.\n", ends: "$1,000"},
		{name: "twice", first: complete, ends: anEstimate, twice: true},
		{name: "copied", first: complete, ends: anEstimate, copied: true},
		{name: "large", first: complete, ends: anEstimate, large: true},
		{name: "cancelled", first: complete, replies: map[string][]string{titleQuote: {"CANCEL: a test"}}},
		{name: "reminded", first: complete, ends: anEstimate, slow: true},
		{name: "silent", first: incomplete, ends: aClose},
		{name: "a task", task: true, first: theHendersons, agents: forHendersons, told: completed, twice: true},
		{name: "a task in another order", task: true, first: theHendersons, agents: []string{"crm", "accounts_payable", "analysis"}, told: completed, replies: map[string][]string{titlePlan: {"ORDER: crm, accounts_payable, analysis"}}},
		{name: "a task revised", task: true, first: theirMail, agents: []string{"mailbox", "crm", "analysis"}, told: completed, replies: map[string][]string{titleResults: {"REVISE crm: also Ifeoma Okafor"}}},
		{name: "a task that both decide", task: true, first: theHendersons, agents: forHendersons, told: completed, both: true},
		{name: "a task cancelled", task: true, first: theHendersons, agents: forHendersons, told: cancelled, replies: map[string][]string{titleResults: {"CANCEL: a test"}}},
	}
}
