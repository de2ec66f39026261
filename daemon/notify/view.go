package notify

import (
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/quote"
	"ppamaild/store"
	"ppamaild/templates"
)

// View is a thread as a run leaves it, with the data that mails about the thread need. A View
// renders a review once for all recipients.
type View struct {
	*Writer
	Store    store.Store
	Head     store.Head
	State    *agent.State
	Restored time.Time // of the store from a backup; zero: never
	Tools    []agent.Tool
	Known    func(*agent.State) quote.Case

	Notes    []agent.Note         // of the run, for the journal
	Mails    []queue.Outgoing     // of the run, for the outbox
	Reviews  map[int]store.Review // that the run adds or changes, by number
	Proposed *agent.Proposal      // of the latest review; nil: the store has it

	WithoutStory bool // a hand-over mentions no attached page

	shown         templates.Review // for all recipients of a review
	talked        conversation     // for all recipients of a review
	told          Story            // of a hand-over
	customerFiles fileList         // for all recipients of a review
}
