package correlate

import (
	"time"

	"ppamaild/lazy"
)

// Score is the quality of an agent's data. Each number is from 0 to 1, as doc/tasks.md defines.
// All are 0 without records.
type Score struct {
	Agent        string  `json:"agent"`
	Records      int     `json:"records"`
	Completeness float64 `json:"completeness"` // share of the expected fields that are present
	Freshness    float64 `json:"freshness"`
	Consistency  float64 `json:"consistency"` // share of the records without a contradiction
	Quality      float64 `json:"quality"`     // product of the three
}

// expected are the expected fields of each kind; "text" is the text.
var expected = lazy.Value[map[Kind][]string]{New: func() map[Kind][]string {
	return map[Kind][]string{
		Message: {"from", "to", "subject", "date", "text"},
		Invoice: {"invoice_number", "vendor", "amount", "date", "status"},
		Contact: {"name", "email", "phone", "address"},
		Policy:  {"policy_number", "name", "effective_date", "status"},
		Note:    {"date", "text"},
	}
}}

// completeness is 1 for a record without a kind, because no fields are expected.
func (r *Record) completeness() float64 {
	fields := expected.Get()[r.Kind]
	if len(fields) == 0 {
		return 1
	}
	has := 0
	for _, f := range fields {
		if r.Fields[f] != "" || f == "text" && r.Text != "" ||
			f == "name" && r.Fields["surname"] != "" {
			has++
		}
	}
	return float64(has) / float64(len(fields))
}

const day = 24 * time.Hour

// ages maps the age of a record to its freshness. An older record has the freshness stale, and a
// record without a date has the freshness undated.
var ages = []struct {
	most      time.Duration
	freshness float64
}{{30 * day, 1}, {180 * day, 0.8}, {365 * day, 0.6}}

const (
	stale   = 0.3
	undated = 0.5
)

// freshness uses the time of the last change, or else the date.
func (r *Record) freshness(asOf time.Time) float64 {
	for _, field := range []string{"updated", "date"} {
		t, ok := readDate(r.Fields[field])
		if !ok {
			continue
		}
		for _, a := range ages {
			if asOf.Sub(t) <= a.most {
				return a.freshness
			}
		}
		return stale
	}
	return undated
}

// scores expects the entries sorted by agent.
func scores(all []*entry, asOf time.Time) (list []Score, quality float64) {
	for from := 0; from < len(all); {
		to := from + 1
		for to < len(all) && all[to].Agent == all[from].Agent {
			to++
		}
		s := score(all[from:to], asOf)
		list = append(list, s)
		quality += s.Quality * float64(s.Records) / float64(len(all))
		from = to
	}
	return list, min(quality, 1)
}

func score(records []*entry, asOf time.Time) Score {
	s := Score{Agent: records[0].Agent, Records: len(records)}
	sound := 0
	for _, r := range records {
		s.Completeness += r.completeness()
		s.Freshness += r.freshness(asOf)
		if !r.disputed {
			sound++
		}
	}
	n := float64(len(records))
	s.Completeness /= n
	s.Freshness /= n
	s.Consistency = float64(sound) / n
	s.Quality = s.Completeness * s.Freshness * s.Consistency
	return s
}
