package quote

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Minimums are the least coverages that a state allows from a day on.
type Minimums struct {
	State             string
	From              Date
	BodilyInjury      string // thousands, "25/50"; empty where it is not compulsory
	PropertyDamage    int    // thousands
	UninsuredMotorist bool   // compulsory, at the limits of BodilyInjury
	Underinsured      bool   // compulsory too; one coverage with the uninsured here
	PersonalInjury    int    // dollars; 0 where it is not compulsory
	MedicalPayments   int    // dollars; 0 where it is not compulsory
	UsualBodilyInjury string // what applies unless less is chosen in writing; mostly empty
	Note, Source      string // what a producer should know, and where the row is from
}

// Minimum returns what a state (two letters) makes compulsory on a day, and
// false for an unknown state or a day before the table begins.
func Minimum(state string, effective Date) (Minimums, bool) {
	table, err := minimums()
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

// IsState reports whether state is one of the fifty, or DC, in two letters.
func IsState(state string) bool {
	table, err := minimums()
	return err == nil && len(table[state]) > 0
}

//go:embed minimums.csv
var minimumsCSV string

var minimums = sync.OnceValues(func() (map[string][]Minimums, error) { return parseMinimums(minimumsCSV) })

// parseMinimums reads the table, whose rows are by state and then by day.
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
		UninsuredMotorist: strings.Contains(row[4], "U"), Underinsured: strings.Contains(row[4], "I"),
		Note: row[8], Source: row[9],
	}, nil
}

// Lacks returns the paths of the compulsory coverages that c does not have.
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

// MinimumCoverages are the least that an application can be rated with where it is
// garaged: what the state makes compulsory, uninsured motorist also where it must be
// offered and no signature has rejected it, and the deductibles asked for where a
// lender wants a vehicle covered. False where the state is not known.
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
