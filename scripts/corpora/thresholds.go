package main

import (
	_ "embed"
	"fmt"
	"io"
	"strconv"
	"strings"
)

//go:embed thresholds
var thresholdsFile string

// threshold limits one figure.
type threshold struct {
	figure string
	atMost bool // otherwise at least
	bound  float64
}

func (t threshold) holds(v float64) bool {
	if t.atMost {
		return v <= t.bound
	}
	return v >= t.bound
}

func (t threshold) sign() string {
	if t.atMost {
		return "<="
	}
	return ">="
}

func readThresholds() ([]threshold, error) { return parseThresholds(thresholdsFile) }

// parseThresholds parses lines "figure >= bound" or "figure <= bound". # begins a comment.
func parseThresholds(text string) ([]threshold, error) {
	var all []threshold
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) != 3 || words[1] != ">=" && words[1] != "<=" {
			return nil, fmt.Errorf("threshold %q is not of the form: figure >= bound", strings.TrimSpace(line))
		}
		bound, err := strconv.ParseFloat(words[2], 64)
		if err != nil {
			return nil, fmt.Errorf("threshold of %s: %w", words[0], err)
		}
		all = append(all, threshold{words[0], words[1] == "<=", bound})
	}
	return all, nil
}

// judge prints each figure with its threshold and returns the number of missed thresholds. A
// missing figure counts as missed.
func judge(out io.Writer, bounds []threshold, figures map[string]float64) (missed int) {
	fmt.Fprintf(out, "\n%-16s %10s    %s\n", "figure", "reached", "threshold")
	for _, t := range bounds {
		v, measured := figures[t.figure]
		verdict := ""
		if !measured || !t.holds(v) {
			verdict = "  MISSED"
			missed++
		}
		fmt.Fprintf(out, "%-16s %10.3f %s %g%s\n", t.figure, v, t.sign(), t.bound, verdict)
	}
	return missed
}
