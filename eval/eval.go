// Package eval scores a planner's reading of mails against labels by a person. Each mail of a
// folder gets a score or is named in the error. The same mails and readings give the same
// table.
//
// A case is a mail NAME.eml with a label NAME.json, in the folder or a subfolder. The label has
// the keys intent, application, missing and refer, in the format of inspect. Only intent is
// required. Other keys may be left out if the mail does not decide them, and then are not
// scored.
//
// The comparison:
//
//   - Fields. Each single value of an application is compared. An equal value is right. A value
//     only in the label is lacking. A value only in the reading is wrong. A different value is
//     both. Discounts are compared one by one. The figures of a field add up all drivers or
//     vehicles, and the total adds up all fields.
//   - Strings are compared by letters and digits, without case, accents and punctuation:
//     "F-150" equals "f150", and "Josè" equals "JOSE". Email addresses are compared without
//     case. Dates (ISO), states (two letters) and numbers must be equal.
//   - Order does not matter. Drivers match by given name, and vehicles by most of year, make,
//     model and VIN. The rest match in order. Missing paths use the same matches.
//   - named_insured.email is in each mail, as the sender. If the label lacks the value, the
//     sender's address in a reading is neither right nor wrong.
//   - Missing is a set of paths, scored for mails with the intents new_quote and provide_info.
//     Missing paths follow from the application alone, so other mails (spam, bounces, bills,
//     claims, changes) would add no information, and their labels disagree.
//   - Intent and refer are right or wrong.
//
// Precision is right/(right+wrong), recall is right/(right+lacking), and F1 is their harmonic
// mean. Each is 1 if there was nothing to find and nothing was found.
package eval

import (
	"context"
	"errors"
	"fmt"

	"ppamaild/progress"
	"ppamaild/quote"
)

// Reading is a planner's result for one mail.
type Reading struct {
	From        string // address of the author
	Intent      string
	Application quote.Application
	Missing     []string // paths
	Refer       string   // reason for a person to take over; empty: none
}

// Planner reads mails for scoring.
type Planner interface {
	// Read reads the message in a file without its thread. Read returns an error if there is no
	// reading to score.
	Read(ctx context.Context, file string) (Reading, error)
}

// Run scores planner's readings of all cases, in order. The error names the unreadable cases.
// The score covers the other cases.
func Run(ctx context.Context, planner Planner, cases []Case) (Score, error) {
	score := Score{Fields: make(map[string]Tally)}
	var failed []error
	progress.Begin(ctx, "reading mails", "mails", func() int64 { return int64(len(cases)) })
	for _, c := range cases {
		progress.Add(ctx, 1)
		got, err := planner.Read(ctx, c.Mail)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", c.Mail, err))
			continue
		}
		score.add(c, got)
	}
	score.sort()
	return score, errors.Join(failed...)
}
