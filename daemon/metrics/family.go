package metrics

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// family is a metric and its values.
type family struct {
	name, help string
	kind       string // "gauge", "counter" or "histogram"
	values     []value
}

// value is one value of a metric.
type value struct {
	suffix string // of the name; "" except in histograms
	labels string // such as {status="queued"}; "": no label
	number float64
}

// gauge returns a metric. A metric without labels has one number.
func gauge(name, help string, number ...float64) family {
	return familyOf("gauge", name, help, number)
}

// counter is like gauge, for numbers that only increase.
func counter(name, help string, number ...float64) family {
	return familyOf("counter", name, help, number)
}

func familyOf(kind, name, help string, numbers []float64) family {
	f := family{name: name, help: help, kind: kind}
	for _, n := range numbers {
		f.values = append(f.values, value{number: n})
	}
	return f
}

// add adds a number with labels, which are pairs of a name and a value.
func (f *family) add(number float64, labels ...string) {
	f.values = append(f.values, value{labels: labelsOf(labels...), number: number})
}

// label puts a label before the others of each value.
func (f *family) label(name, value string) {
	for i, v := range f.values {
		pair := labelsOf(name, value)
		if v.labels != "" {
			pair = strings.TrimSuffix(pair, "}") + "," + v.labels[1:]
		}
		f.values[i].labels = pair
	}
}

func labelsOf(pairs ...string) string {
	var all []string
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, pairs[i]+"="+escaped(pairs[i+1]))
	}
	return "{" + strings.Join(all, ",") + "}"
}

// escaped quotes a label value as the text format requires.
func escaped(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

// write writes the text format of Prometheus, version 0.0.4.
func (f family) write(out *bytes.Buffer) {
	fmt.Fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", f.name, f.help, f.name, f.kind)
	for _, v := range f.values {
		number := strconv.FormatFloat(v.number, 'g', -1, 64)
		fmt.Fprintf(out, "%s%s%s %s\n", f.name, v.suffix, v.labels, number)
	}
}
