package metrics

import (
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"
)

// counts is a counter for each combination of up to two labels. It is safe for concurrent use.
type counts struct {
	name, help string
	labels     []string

	mu     sync.Mutex
	values map[[2]string]float64
}

// newCounts returns counters that begin at 0 for the combinations of the label values in known. An
// alert on an increase needs the first value to be 0.
func newCounts(name, help string, labels []string, known ...[2]string) *counts {
	c := &counts{name: name, help: help, labels: labels, values: make(map[[2]string]float64)}
	for _, values := range known {
		c.values[values] = 0
	}
	return c
}

func (c *counts) add(number float64, labels ...string) {
	var key [2]string
	copy(key[:], labels)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[key] += number
}

func (c *counts) family() family {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := counter(c.name, c.help)
	keys := slices.SortedFunc(maps.Keys(c.values), func(a, b [2]string) int {
		return slices.Compare(a[:], b[:])
	})
	for _, key := range keys {
		var pairs []string
		for i, label := range c.labels {
			pairs = append(pairs, label, key[i])
		}
		f.add(c.values[key], pairs...)
	}
	return f
}

// running has the start of each operation that still runs. It is safe for concurrent use.
type running struct {
	mu    sync.Mutex
	began map[*time.Time]struct{}
}

// begin begins an operation. The function end ends the operation and returns its duration.
func (r *running) begin() (end func() time.Duration) {
	now := time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.began == nil {
		r.began = make(map[*time.Time]struct{})
	}
	r.began[&now] = struct{}{}
	return func() time.Duration {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.began, &now)
		return time.Since(now)
	}
}

// oldest returns the age of the oldest operation; 0 if none runs.
func (r *running) oldest() (age time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for at := range r.began {
		age = max(age, time.Since(*at))
	}
	return age
}

// histogram counts durations by size. It is safe for concurrent use.
type histogram struct {
	name, help string
	bounds     []float64 // in seconds, increasing

	mu    sync.Mutex
	found []float64 // durations up to each bound, and more
	sum   float64
}

// Bounds of the buckets in seconds: for calls of a machine, and for the work of people.
var (
	quick = []float64{.001, .005, .01, .05, .1, .5, 1, 5, 10, 30, 60, 300}
	slow  = []float64{1, 5, 15, 60, 300, 900, 3600, 4 * 3600, 24 * 3600, 72 * 3600}
)

func newHistogram(name, help string, bounds []float64) *histogram {
	found := make([]float64, len(bounds)+1)
	return &histogram{name: name, help: help, bounds: bounds, found: found}
}

// observe counts a duration. A negative duration comes from a clock that was set back and does not
// count.
func (h *histogram) observe(d time.Duration) {
	if d < 0 {
		return
	}
	at, _ := slices.BinarySearch(h.bounds, d.Seconds())
	h.mu.Lock()
	defer h.mu.Unlock()
	h.found[at]++
	h.sum += d.Seconds()
}

func (h *histogram) family() family {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := family{name: h.name, help: h.help, kind: "histogram"}
	total := 0.0
	for i, n := range h.found {
		total += n
		le := "+Inf"
		if i < len(h.bounds) {
			le = strconv.FormatFloat(h.bounds[i], 'g', -1, 64)
		}
		f.values = append(f.values, value{"_bucket", labelsOf("le", le), total})
	}
	f.values = append(f.values, value{"_sum", "", h.sum}, value{"_count", "", total})
	return f
}
