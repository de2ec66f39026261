package console

import (
	"cmp"
	"context"
	"errors"
	"time"

	"ppamaild/review"
	"ppamaild/templates"
)

// Errors of a Desk.
var (
	ErrNotFound  = errors.New("no such thread or review")
	ErrBusy      = errors.New("the daemon did not answer in time")
	ErrTooLate   = errors.New("the mail has left")
	ErrNotYours  = errors.New("a colleague made the decision")
	ErrOtherBody = errors.New("the key belongs to another task")
	ErrManyKeys  = errors.New("too many keys in 24 hours")
	ErrCursor    = errors.New("no cursor of this list")
	ErrChoice    = errors.New("no possible choice")
)

// Inbox lists the threads of the agency.
type Inbox interface {
	Threads(ctx context.Context, q Query) (List, error)
}

// The tabs of the inbox.
const (
	TabMine     = "mine"     // a review waits for the reader
	TabTeam     = "team"     // a review waits for anyone, or the agent works
	TabCustomer = "customer" // the customer has to answer
	TabHanded   = "handed"   // staff answer by hand
	TabDone     = "done"     // the thread is over
)

// Tabs lists the tabs of the inbox in their order.
func Tabs() []string { return []string{TabMine, TabTeam, TabCustomer, TabHanded, TabDone} }

// More lists, for programs. The inbox shows no tab for them.
const (
	TabAll     = "all"
	TabReviews = "reviews" // threads with an open review
	TabTasks   = "tasks"
)

// Query asks for a page of threads.
type Query struct {
	Tab   string
	By    string // canonical address of the reader
	Words string // every word must occur; "" for all threads
	Page  int    // from 1
	After string // List.Next of the page before; replaces Page
	Size  int    // threads on a page; 0 for the usual number
	Filter
}

// Filter narrows a list of threads. An empty field passes every thread.
type Filter struct {
	Step   string // of an open review; its kind for a review without a step
	State  string // of the customer's address, in two letters
	Person string // canonical address of the owner; Unclaimed for threads without an owner
}

// Unclaimed is the owner of an unclaimed thread in a Filter.
const Unclaimed = "unclaimed"

// List is a page of threads, with the number of threads on each tab.
type List struct {
	Rows    []Row
	Counts  map[string]int
	Page    int
	Pages   int
	Next    string // cursor of the next page; "" on the last page
	Loading bool   // the daemon still reads the store after its start

	Steps, States []string // possible values of a Filter, in order
}

// Row is a thread in the inbox.
type Row struct {
	Thread   string
	Review   int    // the review to open; 0 for none
	Kind     string // of the review
	Step     string // of the review; contract name; "" for none
	Task     bool   // a step of a task, which the page of the task decides
	Title    string // "Quote for Maria Lopez, $1,356.00"
	Customer string
	Status   string
	Code     string    // contract name of the status
	Owner    string    // name; "" for none
	Since    string    // age of the review
	At       time.Time // of the review; else of the last change
	Deadline string    // last day of the review; "" for none
	Until    time.Time // the same
	Flags    []string
}

// Path is the page behind a row.
func (r Row) Path() string {
	if r.Task {
		return taskPath(r.Thread)
	}
	if r.Review > 0 {
		return reviewPath(r.Thread, r.Review)
	}
	return threadPath(r.Thread)
}

// Reviews shows single reviews.
type Reviews interface {
	Case(ctx context.Context, thread string, number int, by string) (Case, error)
}

// Facts checks texts of staff.
type Facts interface {
	// CheckText lists the claims in a text for the customer that fail the facts check of the
	// review, and the prohibited phrases.
	CheckText(ctx context.Context, thread string, number int, text string) ([]string, error)
}

// Case is a review with everything for a decision.
type Case struct {
	Thread string
	Number int
	Digest string // of the content under review
	Step   string // contract name; "" for none
	Kind   string

	Status  string // contract name
	Created time.Time
	Open    bool
	Working bool   // a decision waits in the queue of the thread
	Held    bool   // the reader approved a mail that has not left: Undo is possible
	Outcome string // of a closed review, as a sentence
	Next    int    // the open review of the thread in place of a closed one; 0 for none

	Heading string
	Lead    []string
	Card    *templates.Review // of a step; nil for other reviews
	Notice  *templates.Notice // of another review; nil for a step
	Draft   *Draft            // the mail of ACCEPT; nil for none
	Actions []Action
	Reasons []string // short reasons to send the draft back; the agent can act on each
	Fields  []Group  // values to correct; nil if the review takes none
	Owner   string   // name of the owner of the thread; "" for none
	Away    string   // day on which the owner returns; "" for a present owner
}

// Action returns the action with a word; nil if the review does not allow the word.
func (c Case) Action(word string) *Action {
	for i := range c.Actions {
		if c.Actions[i].Word == word {
			return &c.Actions[i]
		}
	}
	return nil
}

// HasField reports whether the review takes a value for a path.
func (c Case) HasField(path string) bool {
	for _, g := range c.Fields {
		for _, f := range g.Fields {
			if f.Path == path {
				return true
			}
		}
	}
	return false
}

// Draft is the exact mail to a customer.
type Draft struct {
	To, Subject, Text string
	HTML              string // untrusted outside its frame
}

// Action is a possible decision.
type Action struct {
	Word   string // as in the grammar: "HAND BACK"
	Label  string
	Effect string
	Takes  bool // a text belongs to the word
}

// Group has the values of a subject: a driver, a car, the coverage.
type Group struct {
	Title  string
	Fields []Field
}

// Field is a value to correct.
type Field struct {
	Path, Label, Value string
	Choices            []string // the possible values; nil if there are many
	Number             bool     // a whole number
	IsDay              bool
	Day                string // the value as "2026-12-24"; "" for other values
	Assumed            bool
	Words              string // of the customer, behind the value; "" for none
}

// Known is the known value, in the form of an input.
func (f Field) Known() string { return cmp.Or(f.Day, f.Value) }

// Decider puts decisions into the queues of their threads.
type Decider interface {
	// Decide waits for the result of a decision. For a late result, Decide returns ErrBusy;
	// the decision stays in the queue.
	Decide(ctx context.Context, d Decision) (Answer, error)
	// Undo withdraws the mail that a member approved. It returns ErrTooLate if the mail has left,
	// and ErrNotYours for the decision of a colleague.
	Undo(ctx context.Context, thread string, number int, by string) error
}

// Decision is a decision of a member of staff on a review.
type Decision struct {
	Thread string
	Number int
	Digest string // of the content on the page
	By     string // canonical address
	review.Decision
	Text    string // as typed
	Program bool   // through the API
}

// Answer is the result of a decision.
type Answer struct {
	Counts  bool // the decision closed the review, or left it open on purpose
	Heading string
	Lead    []string
	Why     string // reason why the decision does not count
	NotDone string // a sentence about missing effects
}

// Stories tells whole threads.
type Stories interface {
	Story(ctx context.Context, thread string) (Story, error)
}

// Letters keeps the mails between customers and the agency.
type Letters interface {
	// Letter returns a mail between the customer and the agency, with its original bytes.
	Letter(ctx context.Context, thread string, sent bool, number uint64) (File, error)
}

// Story is a thread with its history.
type Story struct {
	templates.Report
	Status           string
	Code             string // contract name of the status
	Owner            string
	Customer         string
	Created, Changed time.Time

	Task      bool
	Customers []string // addresses of customers
	Holds     []Hold   // on the thread
	Open      []Row    // open reviews of the thread
	Letters   []Letter // the received ones first
}

// Hold protects data from erasure.
type Hold struct{ On, By, Since, Reason string }

// Letter is a mail between a customer and the agency.
type Letter struct {
	Number             uint64 // in the store
	Sent               bool   // by the agency
	Ref                string // of a received mail, for a split and a move
	Who, When, Subject string
}

// Postman mails sign-in codes to members of staff.
type Postman interface {
	SendCode(ctx context.Context, to, code, link string) error
}

// Store keeps the sessions. change may run more than once, and gets the stored bytes; nil for
// none.
type Store interface {
	// StoreAnswers returns store.ErrUnavailable soon if the database is down.
	StoreAnswers(ctx context.Context) error
	Load(ctx context.Context) ([]byte, error)
	Change(ctx context.Context, change func([]byte) ([]byte, error)) error
}

// Choices keeps how members of staff want their mails.
type Choices interface {
	Choice(by string) Choice
	// Choose returns ErrChoice for an unknown Notify, and for a day that is not ahead.
	Choose(ctx context.Context, by string, c Choice) error
	// Absences lists the members who are away.
	Absences() []Absence
}

// Absence is a member who is away.
type Absence struct {
	Address string // canonical
	Name    string
	Until   string // day of the return
}

// Choice is how a member wants mails, in place of the configuration.
type Choice struct {
	Notify     string // "all", "mine", "digest"; "" for Configured
	Configured string // "" for a member who only gets escalations
	Away       string // day of the return, such as "2026-12-24"; "" for none
	Today      string
}

// Desk is the daemon as the console needs it.
type Desk interface {
	Inbox
	Reviews
	Facts
	Decider
	Stories
	Letters
	Postman
	Store
	Choices
}
