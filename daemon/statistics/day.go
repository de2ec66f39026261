// Package statistics counts the work of the agency by day: mails, answers, decisions, and the use of
// a model.
//
// Promises:
//   - A journal entry counts once, also over crashes and restarts. The counter stores its place
//     together with the figures.
//   - The cost of a count grows with the new entries, not with the number of threads. Only the
//     first start reads all journals.
//   - The figures contain no person and no word of a customer. Reasons of rejections stay in the
//     reviews, so an erasure removes them.
package statistics

import "time"

// Day has the figures of one day.
type Day struct {
	Mails    int `json:"mails,omitempty"`    // messages of customers
	Threads  int `json:"threads,omitempty"`  // begun quotes
	Tasks    int `json:"tasks,omitempty"`    // begun tasks
	Quotes   int `json:"quotes,omitempty"`   // drafts of quotes
	Answers  int `json:"answers,omitempty"`  // approved mails to customers
	Accepted int `json:"accepted,omitempty"` // steps that staff accepted unchanged
	Edited   int `json:"edited,omitempty"`
	Rejected int `json:"rejected,omitempty"`

	FirstAnswer Durations `json:"first_answer,omitzero"` // from the first message of a thread
	Decision    Durations `json:"decision,omitzero"`     // from the request of a review

	Tokens       int   `json:"tokens,omitempty"` // of a model
	MicroDollars int64 `json:"micro_dollars,omitempty"`
}

// Add adds the figures of another day.
func (d *Day) Add(more Day) {
	d.Mails += more.Mails
	d.Threads += more.Threads
	d.Tasks += more.Tasks
	d.Quotes += more.Quotes
	d.Answers += more.Answers
	d.Accepted += more.Accepted
	d.Edited += more.Edited
	d.Rejected += more.Rejected
	for i := range d.FirstAnswer {
		d.FirstAnswer[i] += more.FirstAnswer[i]
		d.Decision[i] += more.Decision[i]
	}
	d.Tokens += more.Tokens
	d.MicroDollars += more.MicroDollars
}

// Decided is the number of decided steps.
func (d Day) Decided() int { return d.Accepted + d.Edited + d.Rejected }

// The upper bounds of Durations. The last group has no bound.
func bounds() [groups - 1]time.Duration {
	const minute, hour, day = time.Minute, time.Hour, 24 * time.Hour
	return [groups - 1]time.Duration{
		minute, 2 * minute, 5 * minute, 10 * minute, 20 * minute, 30 * minute,
		hour, 2 * hour, 4 * hour, 8 * hour, 16 * hour, day, 2 * day, 4 * day, 7 * day,
	}
}

const groups = 16

// Durations counts durations by length.
type Durations [groups]int

// add counts a duration.
func (d *Durations) add(t time.Duration) {
	for i, bound := range bounds() {
		if t < bound {
			d[i]++
			return
		}
	}
	d[groups-1]++
}

// Count is the number of durations.
func (d Durations) Count() (n int) {
	for _, one := range d {
		n += one
	}
	return n
}

// Median returns a bound that half of the durations stay under. known is false without durations
// and if half of them are longer than all bounds.
func (d Durations) Median() (under time.Duration, known bool) {
	half, n := (d.Count()+1)/2, 0
	for i, bound := range bounds() {
		if n += d[i]; n >= half && half > 0 {
			return bound, true
		}
	}
	return 0, false
}
