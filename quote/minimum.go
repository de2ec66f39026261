package quote

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"ppamaild/lazy"
)

// Minimums are the minimum coverages of a state from a day on.
type Minimums struct {
	State             string
	From              Date
	BodilyInjury      string // in thousands, "25/50"; empty if not compulsory
	PropertyDamage    int    // thousands
	UninsuredMotorist bool   // compulsory with the limits of BodilyInjury
	PersonalInjury    int    // in dollars; 0 if not compulsory
	MedicalPayments   int    // in dollars; 0 if not compulsory
	UsualBodilyInjury string // the default unless the customer chooses less in writing; mostly empty
	Note, Source      string // a note for producers, and the source of the row
}

// Minimum returns the minimums of a state (two letters) on a day. It returns false for an
// unknown state, or a day before the first row.
func Minimum(state string, effective Date) (Minimums, bool) {
	table, err := minimums.Get()
	if _, ok := effective.Time(); err != nil || !ok {
		return Minimums{}, false
	}
	for _, m := range slices.Backward(table[state]) {
		if m.From <= effective {
			return m, true
		}
	}
	return Minimums{}, false
}

// IsState reports whether state is the code of one of the fifty states or DC.
func IsState(state string) bool {
	table, err := minimums.Get()
	return err == nil && len(table[state]) > 0
}

//go:embed minimums.csv
var minimumsCSV string

var minimums = lazy.Result[map[string][]Minimums]{New: func() (map[string][]Minimums, error) {
	return parseMinimums(minimumsCSV)
}}

// parseMinimums parses the table. Its rows are sorted by state and day.
func parseMinimums(text string) (map[string][]Minimums, error) {
	rows, err := readTable("minimums", text, parseMinimum)
	if err != nil {
		return nil, err
	}
	table := make(map[string][]Minimums)
	for _, m := range rows {
		table[m.State] = append(table[m.State], m)
	}
	return table, nil
}

func parseMinimum(row []string) (Minimums, error) {
	var numbers [3]int
	for i, column := range []int{3, 5, 6} {
		if row[column] == "" {
			continue
		}
		n, err := strconv.Atoi(row[column])
		if err != nil {
			return Minimums{}, err
		}
		numbers[i] = n
	}
	return Minimums{
		State: row[0], From: Date(row[1]), BodilyInjury: row[2], UsualBodilyInjury: row[7],
		PropertyDamage: numbers[0], PersonalInjury: numbers[1], MedicalPayments: numbers[2],
		UninsuredMotorist: strings.Contains(row[4], "U"),
		Note:              row[8], Source: row[9],
	}, nil
}

// Lacks returns the paths of the compulsory coverages that c lacks.
func (m Minimums) Lacks(c Coverages) []string {
	a := Application{Coverages: c}
	var lacking []string
	for _, path := range coveragePaths {
		if !a.Has(path) && m.requires(path) {
			lacking = append(lacking, path)
		}
	}
	return lacking
}

// MinimumCoverages returns the minimum coverages for a rating in the state of an application:
// the compulsory coverages, uninsured motorist if the law requires an offer and there is no
// signed rejection, and the requested deductibles of vehicles with a lender. It returns false
// if the state is unknown.
func MinimumCoverages(a Application, asOf Date) (Coverages, bool) {
	m, known := Minimum(a.GaragingAddress.State, a.ratedOn(asOf))
	least := fillCoverages(Coverages{}, Coverages{}, m)
	offered := slices.ContainsFunc(Case{Application: Application{GaragingAddress: a.GaragingAddress, EffectiveDate: a.EffectiveDate}}.Rejections(asOf),
		func(r Rejection) bool { return r.Path == "coverages.uninsured_motorist" })
	if offered {
		least.UninsuredMotorist = liftSplit("", m.BodilyInjury)
	}
	if slices.ContainsFunc(a.Vehicles, func(v Vehicle) bool { return v.Ownership == Financed || v.Ownership == Leased }) {
		least.ComprehensiveDeductible, least.CollisionDeductible = a.Coverages.ComprehensiveDeductible, a.Coverages.CollisionDeductible
	}
	return least, known
}
