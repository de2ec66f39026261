package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// findings is the result of an audit.
type findings struct {
	rounds
	talks, decisions, sent, calls, mails    int
	tasks, results, unclosed                int
	lost, doubled, uncertain, again, wrongs int
	details                                 []string
}

// once reports a lost mail if n is 0, and a doubled mail if n is above 1.
func (f *findings) once(n int, format string, args ...any) {
	switch what := fmt.Sprintf(format, args...); {
	case n == 0:
		f.lose("%s", what)
	case n > 1:
		f.doubled += n - 1
		f.details = append(f.details, fmt.Sprintf("doubled: %d times %s", n, what))
	}
}

func (f *findings) lose(format string, args ...any) {
	f.lost++
	f.details = append(f.details, "lost: "+fmt.Sprintf(format, args...))
}

func (f *findings) wrong(format string, args ...any) {
	f.wrongs++
	f.details = append(f.details, "wrong: "+fmt.Sprintf(format, args...))
}

// shown is the number of printed details.
const shown = 50

func (f *findings) print(out io.Writer) {
	for i, d := range f.details {
		if i == shown {
			fmt.Fprintf(out, "… and %d more\n", len(f.details)-shown)
			break
		}
		fmt.Fprintln(out, d)
	}
	if f.missed != nil {
		fmt.Fprintf(out, "not reached: %s\n", strings.Join(f.missed, ", "))
	}
	row := func(name string, n int, about string) { fmt.Fprintf(out, "%-10s %6d   %s\n", name, n, about) }
	row("rounds", f.atPlaces+f.atRandom, fmt.Sprintf("kills: %d at failpoints, %d at random", f.atPlaces, f.atRandom))
	f.printFleet(row)
	row("mails", f.mails, fmt.Sprintf("of %d conversations: %d decisions, %d mails to customers, the rest to staff and by customers; %d calls of the carrier", f.talks, f.decisions, f.sent, f.calls))
	row("tasks", f.tasks, fmt.Sprintf("of staff's, whose mails are among those: %d results of agents were approved", f.results))
	row("lost", f.lost, "")
	row("doubled", f.doubled, fmt.Sprintf("besides %d mails to staff that came again under the same Message-ID", f.again))
	row("uncertain", f.uncertain, fmt.Sprintf("mails to customers that were put to staff; %d closes were not sent as the questions had not left for sure", f.unclosed))
	row("wrong", f.wrongs, "")
}

// printFleet prints the faults of several daemons on one database.
func (f *findings) printFleet(row func(name string, n int, about string)) {
	if f.struck == nil {
		return
	}
	for _, one := range faults() {
		row("", f.struck[one.name], one.name)
	}
	row("expelled", f.expelled, "daemons that ended by themselves: others took over, or the start found no database")
	about := ""
	if n := len(f.takeovers); n > 0 {
		times := slices.Sorted(slices.Values(f.takeovers))
		about = fmt.Sprintf("took %.1f s in the middle, and %.1f s at most", times[n/2].Seconds(), times[n-1].Seconds())
	}
	row("takeovers", len(f.takeovers), about)
}

// verdict returns an error unless nothing was found.
func (f *findings) verdict() error {
	if f.lost+f.doubled+f.wrongs > 0 {
		return errors.New("something was lost, doubled or wrong")
	}
	if f.missed != nil {
		return errors.New("the load did not come by every failpoint")
	}
	return nil
}
