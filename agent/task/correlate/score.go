package correlate

import (
	"time"
)

// Score is how good the data of one agent is. Each number is from 0 to 1, as
// doc/tasks.md defines it; all are 0 where there are no records.
type Score struct {
	Agent        string  `json:"agent"`
	Records      int     `json:"records"`
	Completeness float64 `json:"completeness"` // share of the fields that records of their kind should have
	Freshness    float64 `json:"freshness"`
	Consistency  float64 `json:"consistency"` // share of the records that no other agent contradicts
	Quality      float64 `json:"quality"`     // the three multiplied
}

// expected are the fields that a record of each kind should have; "text" is its text.
var expected = map[Kind][]string{
	Message: {"from", "to", "subject", "date", "text"},
	Invoice: {"invoice_number", "vendor", "amount", "date", "status"},
	Contact: {"name", "email", "phone", "address"},
	Policy:  {"policy_number", "name", "effective_date", "status"},
	Note:    {"date", "text"},
}

// completeness of a record of no kind is 1: nobody can tell what it lacks.
func (r *Record) completeness() float64 {
	fields := expected[r.Kind]
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

// ages and what a record of at most that age is worth; older ones stale, undated ones undated.
var ages = []struct {
	most  time.Duration
	worth float64
}{{30 * day, 1}, {180 * day, 0.8}, {365 * day, 0.6}}

const (
	stale   = 0.3
	undated = 0.5
)

// freshness goes by when a record was last changed, else by its date.
func (r *Record) freshness(asOf time.Time) float64 {
	for _, field := range []string{"updated", "date"} {
		t, ok := readDate(r.Fields[field])
		if !ok {
			continue
		}
		for _, a := range ages {
			if asOf.Sub(t) <= a.most {
				return a.worth
			}
		}
		return stale
	}
	return undated
}

// scores takes the entries in order of their agents.
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
