// Package eval scores a planner's reading of mails against labels that a person
// wrote. It promises that every mail of a folder is scored or named in an error,
// and that the same mails and readings make the same table.
//
// A case is NAME.eml with NAME.json beside it, anywhere below the folder. The
// label has the keys intent, application, missing and refer, in the shape that
// inspect prints; only intent must be there. A key that is left out is not
// scored: the label's author says by it that the mail does not decide it.
//
// What is compared:
//
//   - Fields. An application is taken apart into its single values, and each of
//     them that a label or a reading has is compared: equal is right; one that only
//     the label has is lacking; one that only the reading has is wrong; a different
//     value is both. Discounts are compared one by one. Figures by field add up the
//     values at that place in all drivers or vehicles; the total adds up all values.
//   - Strings are compared by their letters and digits, without case, accents and
//     punctuation: "F-150" is "f150", and "Josè" is "JOSE". Email addresses are
//     compared without case only. Dates (ISO), states (two letters) and numbers must
//     be equal.
//   - Order counts for nothing. Drivers belong together who have the same given
//     name; vehicles that agree in most of year, make, model and VIN. What is left
//     over is paired in order. Paths of what is missing follow that pairing.
//   - named_insured.email is in every mail, as the sender: where a label does not
//     have it, a reading that gives the sender's address is neither right nor wrong.
//   - Missing is a set of paths over all mails that ask for a price, or answer what we
//     asked for one (intents new_quote and provide_info). It follows from the application
//     alone, so in a mail that nobody rates (spam, a bounce, a bill, a claim, a change) it
//     tells nothing more, and labels differ on whether all of it or nothing is missing there.
//   - Intent and refer are right or wrong.
//
// Precision is right/(right+wrong), recall right/(right+lacking), F1 their harmonic
// mean; each is 1 where there was nothing to find and nothing was found.
package eval

import (
	"context"
	"errors"
	"fmt"

	"ppamaild/quote"
)

// Reading is what a planner understood of one mail.
type Reading struct {
	From        string // the author's address
	Intent      string
	Application quote.Application
	Missing     []string // paths
	Refer       string   // empty: no reason to
}

// Planner reads mails: what is scored.
type Planner interface {
	// Read reads the message in a file, by itself: without the thread it is part of.
	// It fails where nothing that could be scored came of it.
	Read(ctx context.Context, file string) (Reading, error)
}

// Run has a planner read every case, in their order, and scores what it read. The
// error names the cases that it could not read, and the score is of the others.
func Run(ctx context.Context, planner Planner, cases []Case) (Score, error) {
	score := Score{Fields: make(map[string]Tally)}
	var failed []error
	for _, c := range cases {
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
