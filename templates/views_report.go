package templates

// Report is the page of a thread, for staff. The caller must mask private numbers.
type Report struct {
	Thread      string
	Subject     string
	Warnings    []string // reasons why the page is incomplete or not trustworthy
	Facts       []Item   // facts about the whole thread
	Turns       []ReportTurn
	Graph       Graph
	Path        []Leg
	Snapshots   []Snapshot
	Checkpoints []ReportCheckpoint
}

// The kinds of turns, also CSS classes.
const (
	TurnCustomer = "customer-turn"
	TurnDraft    = "ai-draft-turn"
	TurnReview   = "human-review-turn"
	TurnFinal    = "human-final-turn"
	TurnNote     = "note-turn" // an event without an author
)

// ReportTurn is a message, a draft, a decision or an event.
type ReportTurn struct {
	Style    string
	Entry    uint64 // journal entry
	Title    string
	Who      string
	When     string
	Facts    []Item
	Warnings []string
	Changes  []DiffLine // since the previous draft; of a decision: by its edit
	Sections []Section
	Text     string
	Folded   bool // repeats text shown before
}

// Leg is one step through the workflow.
type Leg struct {
	From, To string
	Entry    uint64 // journal entry that led to the step
	Why      string // decision that led to the step; may be empty
}

// Snapshot is the state of a thread at a moment that a review depends on.
type Snapshot struct {
	Title, When string
	Entry       uint64 // journal entry of the checkpoint
	Facts       []Item
}

// ReportCheckpoint is the state after a journal entry.
type ReportCheckpoint struct {
	Entry   uint64
	When    string
	Source  string
	Kind    string
	Actor   string
	Status  string
	Fields  string // summary of the changes
	Changes []StateChange
	State   string // as JSON; "" if omitted
}

// StateChange is a changed value. Before or After is "" for a missing value.
type StateChange struct{ Path, Before, After string }

// Graph is a drawing of a workflow, in pixels.
type Graph struct {
	Width, Height int
	Nodes         []GraphNode
	Edges         []GraphEdge
}

// GraphNode is a named box with its center at MidX, MidY.
type GraphNode struct {
	X, Y, Width, Height int
	MidX, MidY          int
	Name                string
	Visits              int
	Now                 bool // the thread is here
}

// GraphEdge is an arrow.
type GraphEdge struct {
	Line, Head     string // as SVG paths
	LabelX, LabelY int
	Anchor         string // of the label: start or end
	Label, Title   string
}
