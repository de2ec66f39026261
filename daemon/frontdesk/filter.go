package frontdesk

import (
	"maps"
	"slices"
	"strings"

	"ppamaild/console"
)

// counts has the numbers of threads by a name.
type counts map[string]int

func (c counts) add(name string, by int) {
	if c[name] += by; c[name] == 0 {
		delete(c, name)
	}
}

// names returns the names in order, without "".
func (c counts) names() []string {
	all := slices.Sorted(maps.Keys(c))
	return slices.DeleteFunc(all, func(name string) bool { return name == "" })
}

// count adds an entry to the possible values of a filter; by is -1 to remove the entry.
func (x *index) count(e *entry, by int) {
	x.states.add(e.state, by)
	for _, step := range e.steps {
		x.steps.add(step, by)
	}
}

// matching returns the threads with all words of a query that pass its filter.
func (l list) matching(q console.Query) (found list) {
	words := strings.Fields(strings.ToLower(q.Words))
	if len(words) == 0 && q.Filter == (console.Filter{}) {
		return l
	}
	for _, e := range l {
		if e.has(words) && e.passes(q.Filter) {
			found = append(found, e)
		}
	}
	return found
}

func (e *entry) has(words []string) bool {
	for _, w := range words {
		if !strings.Contains(e.words, w) {
			return false
		}
	}
	return true
}

func (e *entry) passes(f console.Filter) bool {
	owned := f.Person == "" || f.Person == e.owner || f.Person == console.Unclaimed && e.owner == ""
	return owned && (f.State == "" || f.State == e.state) &&
		(f.Step == "" || slices.Contains(e.steps, f.Step))
}
