package eval

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// Scored is a planner's score under its name.
type Scored struct {
	Planner string `json:"planner"`
	Score
}

// WriteTable prints the scores of one planner, or of several side by side: a row a
// field, then the totals.
func WriteTable(w io.Writer, all []Scored) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\t")
	for _, s := range all {
		fmt.Fprintf(t, "%s: precision\trecall\tF1\tvalues\t", s.Planner)
	}
	fmt.Fprintln(t)
	row(t, all, "", nil)
	for _, name := range fieldsOf(all) {
		row(t, all, name, func(s Scored) string { return tally(s.Fields[name]) })
	}
	row(t, all, "", nil)
	row(t, all, "all fields", func(s Scored) string { return tally(s.Total) })
	row(t, all, "missing", func(s Scored) string { return tally(s.Missing) })
	row(t, all, "intent", func(s Scored) string { return share(s.Intent) })
	row(t, all, "refer", func(s Scored) string { return share(s.Refer) })
	if err := t.Flush(); err != nil {
		return err
	}
	for _, s := range all {
		if _, err := fmt.Fprintf(w, "\n%s read %d mails, %d of them with a labelled application; %d are as labelled.\n",
			s.Planner, s.Mails, s.Applications, s.Mails-len(s.Misread)); err != nil {
			return err
		}
	}
	return nil
}

// WriteWorst prints the mails that a planner misread the most, n at most, with
// what was wanted and what it read.
func WriteWorst(w io.Writer, s Scored, n int) error {
	for _, m := range s.Misread[:min(n, len(s.Misread))] {
		fmt.Fprintf(w, "\n%s, by %s: %d differences\n", m.Name, s.Planner, len(m.Differences))
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, d := range m.Differences {
			fmt.Fprintf(t, "  %s\twanted %s\tgot %s\n", d.Path, orNothing(d.Want), orNothing(d.Got))
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func row(w io.Writer, all []Scored, name string, cells func(Scored) string) {
	fmt.Fprintf(w, "%s\t", name)
	for _, s := range all {
		if cells == nil {
			fmt.Fprint(w, "\t\t\t\t")
			continue
		}
		fmt.Fprint(w, cells(s))
	}
	fmt.Fprintln(w)
}

// tally and share fill the four cells of a planner.
func tally(t Tally) string {
	return fmt.Sprintf("%.3f\t%.3f\t%.3f\t%d\t", t.Precision(), t.Recall(), t.F1(), t.Right+t.Lacking)
}

func share(s Share) string {
	return fmt.Sprintf("\t\t%.3f\t%d\t", s.Rate(), s.Of)
}

// fieldsOf returns every field that any planner was scored by.
func fieldsOf(all []Scored) []string {
	names := make(map[string]bool)
	for _, s := range all {
		for name := range s.Fields {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

func orNothing(s string) string {
	if strings.TrimSpace(s) == "" {
		return "nothing"
	}
	return s
}
