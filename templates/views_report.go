package templates

// Report is a thread's whole story on one page, for staff. Private numbers are
// masked by whoever makes it.
type Report struct {
	Thread      string
	Subject     string
	Warnings    []string // why not all of it can be trusted, or is there
	Facts       []Item   // about the thread as a whole
	Turns       []ReportTurn
	Graph       Graph
	Path        []Leg
	Snapshots   []Snapshot
	Checkpoints []ReportCheckpoint
}

// The styles of a turn, which are the classes of its element.
const (
	TurnCustomer = "customer-turn"
	TurnDraft    = "ai-draft-turn"
	TurnReview   = "human-review-turn"
	TurnFinal    = "human-final-turn"
	TurnNote     = "note-turn" // something that happened, and that nobody wrote
)

// ReportTurn is one message, draft or decision, or something that happened.
type ReportTurn struct {
	Style    string
	Entry    uint64 // of the journal
	Title    string
	Who      string
	When     string
	Facts    []Item
	Warnings []string
	Changes  []DiffLine // since the draft before; of a decision: by its edit
	Sections []Section
	Text     string
	Folded   bool // the text is one that was shown before
}

// Leg is one step of the way through the workflow.
type Leg struct {
	From, To string
	Entry    uint64 // of the journal, that led there
	Why      string // the decision that led there; may be empty
}

// Snapshot is where the thread stood at a moment that matters in a review.
type Snapshot struct {
	Title string
	When  string
	Entry uint64 // of the checkpoint
	Facts []Item
}

// ReportCheckpoint is the state after an entry of the journal.
type ReportCheckpoint struct {
	Entry   uint64
	When    string
	Source  string
	Kind    string
	Actor   string
	Status  string
	Fields  string // what changed, in short
	Changes []StateChange
	State   string // as JSON; "" where it is left out
}

// StateChange is a value that changed; one side is "" where it was not there.
type StateChange struct{ Path, Before, After string }

// Graph is a drawing of a workflow. All measures are pixels.
type Graph struct {
	Width, Height int
	Nodes         []GraphNode
	Edges         []GraphEdge
}

// GraphNode is a box with a name, whose middle is at MidX, MidY.
type GraphNode struct {
	X, Y, Width, Height int
	MidX, MidY          int
	Name                string
	Visits              int
}

// GraphEdge is an arrow.
type GraphEdge struct {
	Line, Head     string // as paths of SVG
	LabelX, LabelY int
	Anchor         string // of the label: start or end
	Label          string
	Title          string
}
