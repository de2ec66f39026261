package eval

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// Scored is the score of a named planner.
type Scored struct {
	Planner string `json:"planner"`
	Score
}

// WriteTable prints the scores of planners side by side: one row per field, then the totals.
func WriteTable(w io.Writer, all []Scored) error {
	names := fieldsOf(all)
	t := &table{w: w, scores: all, width: len("all fields")}
	for _, name := range names {
		t.width = max(t.width, len(name))
	}
	t.row("", func(s Scored) cells { return cells{s.Planner} })
	t.row("", func(Scored) cells { return cells{"precision", "recall", "F1", "of"} })
	for _, name := range names {
		t.row(name, func(s Scored) cells { return tallyCells(s.Fields[name]) })
	}
	t.row("", nil)
	t.row("all fields", func(s Scored) cells { return tallyCells(s.Total) })
	t.row("missing", func(s Scored) cells { return tallyCells(s.Missing) })
	t.row("", nil)
	t.row("", func(Scored) cells { return cells{"", "", "accuracy", "of"} })
	t.row("intent", func(s Scored) cells { return shareCells(s.Intent) })
	t.row("refer", func(s Scored) cells { return shareCells(s.Refer) })
	for _, s := range all {
		t.print("\n%s read %d mails, %d of them with a labeled application; %d are as labeled.\n",
			s.Planner, s.Mails, s.Applications, s.Mails-len(s.Misread))
	}
	return t.err
}

// WriteWorst prints the n mails with the most differences, with expected and actual values.
func WriteWorst(w io.Writer, s Scored, n int) error {
	for _, m := range s.Misread[:min(n, len(s.Misread))] {
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(t, "\n%s, by %s: %d not as labeled\n", m.Name, s.Planner, len(m.Differences))
		for _, d := range m.Differences {
			fmt.Fprintf(t, "  %s\twanted %s\tgot %s\n",
				d.Path, cmp.Or(d.Want, "nothing"), cmp.Or(d.Got, "nothing"))
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// table prints rows in columns and stops at the first error.
type table struct {
	w      io.Writer
	scores []Scored
	width  int // width of the row names
	err    error
}

// cells are the values of one planner in a row.
type cells [4]string

func (t *table) print(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format, args...)
	}
}

func (t *table) row(name string, of func(Scored) cells) {
	line := fmt.Sprintf("%-*s", t.width, name)
	for _, s := range t.scores {
		if of != nil {
			c := of(s)
			line += fmt.Sprintf("  %10s%10s%10s%7s", c[0], c[1], c[2], c[3])
		}
	}
	t.print("%s\n", strings.TrimRight(line, " "))
}

// tallyCells formats a tally with the number of labeled values.
func tallyCells(t Tally) cells {
	return cells{figure(t.Precision()), figure(t.Recall()), figure(t.F1()), fmt.Sprint(t.Right + t.Lacking)}
}

func shareCells(s Share) cells {
	return cells{2: figure(s.Rate()), 3: fmt.Sprint(s.Of)}
}

func figure(f float64) string { return fmt.Sprintf("%.3f", f) }

// fieldsOf returns the fields of all scores.
func fieldsOf(all []Scored) []string {
	names := make(map[string]bool)
	for _, s := range all {
		for name := range s.Fields {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}
