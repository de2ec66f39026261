package daemon

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"testing"
	"text/tabwriter"
	"time"
)

// figures are the measurements of one subject, in alternating rounds.
type figures struct{ ours, bare []float64 }

func (f *figures) add(ours, bare float64) {
	f.ours, f.bare = append(f.ours, ours), append(f.bare, bare)
}

func (f *figures) addDurations(ours, bare time.Duration) {
	f.add(milliseconds(ours), milliseconds(bare))
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// at returns the value below which a share of v lies.
func at(share float64, v []float64) float64 {
	sorted := slices.Sorted(slices.Values(v))
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
}

const half = 0.5

// ratio compares the two. Medians are compared round by round: a machine that
// swings does so for both sides of a round.
func (f *figures) ratio(share float64) float64 {
	if share != half {
		return at(share, f.ours) / at(share, f.bare)
	}
	var of []float64
	for i := range f.ours {
		of = append(of, f.ours[i]/f.bare[i])
	}
	return at(half, of)
}

// table is what the benchmarks found.
type table struct {
	columns [2]string // what is compared; by default ppamaild and the bare loop
	rows    []string
	notes   []string
}

// row adds a figure, of which a share of the rounds lies below.
func (t *table) row(what, unit, aim string, f figures, share float64) {
	t.rows = append(t.rows, fmt.Sprintf("%s\t%.1f %s\t%.1f\t%.2f\t%s",
		what, at(share, f.ours), unit, at(share, f.bare), f.ratio(share), aim))
}

// measured makes the median of a figure the result of a benchmark.
func measured(b *testing.B, unit string, f figures) {
	b.ReportMetric(at(half, f.ours), unit)
	b.ReportMetric(f.ratio(half), "of-bare")
	b.ReportMetric(0, "ns/op") // the time of a whole round says nothing
}

func (t *table) note(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

func (t *table) print(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprintf(out, "\n\t%s\t%s\tratio\taim\n", cmp.Or(t.columns[0], "ppamaild"), cmp.Or(t.columns[1], "bare loop"))
	for _, r := range t.rows {
		fmt.Fprintln(out, r)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	for _, n := range t.notes {
		if _, err := fmt.Fprintln(w, n); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}
