package metrics

import (
	"bytes"
	"fmt"
	"strconv"
)

// family is a metric and its values.
type family struct {
	name, help string
	kind       string // "gauge" or "counter"
	values     []value
}

// value is one value of a metric.
type value struct {
	label, text string // such as "status" and "queued"; "": no label
	number      float64
}

// gauge returns a metric. A metric without labels has one number.
func gauge(name, help string, number ...float64) family {
	f := family{name: name, help: help, kind: "gauge"}
	for _, n := range number {
		f.add("", "", n)
	}
	return f
}

func (f *family) add(label, text string, number float64) {
	f.values = append(f.values, value{label, text, number})
}

// write writes the text format of Prometheus, version 0.0.4.
func (f family) write(out *bytes.Buffer) {
	fmt.Fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", f.name, f.help, f.name, f.kind)
	for _, v := range f.values {
		out.WriteString(f.name)
		if v.label != "" {
			fmt.Fprintf(out, "{%s=%q}", v.label, v.text)
		}
		fmt.Fprintf(out, " %s\n", strconv.FormatFloat(v.number, 'g', -1, 64))
	}
}
