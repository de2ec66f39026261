package quote

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Apply makes f a fact of the case and moves the replaced fact to Superseded. An assumption
// replaces only assumptions. Apply records a repeated value only if its standing improves.
//
// A withdrawal stays in Facts without a value, so that the gap is visibly intended. If f
// withdraws a whole element ("vehicles[1]"), the facts of the element and the withdrawal go
// to Superseded, and later elements move up.
//
// While drivers[0] is the insured, its names and birth date follow named_insured and the
// reverse: setting one value sets the other value if that value is absent or equal to the old
// one. Earlier copies of the case do not change.
func (c *Case) Apply(f Fact) error {
	return c.ApplyAll([]Fact{f})[0]
}

// ApplyAll applies facts in order. For each fact it returns the error of Apply.
func (c *Case) ApplyAll(facts []Fact) []error {
	c.Facts = maps.Clone(c.Facts) // copies keep the old map
	refused := make([]error, len(facts))
	for i, f := range facts {
		if refused[i] = c.apply(f); refused[i] == nil {
			refused[i] = c.lowerUninsured(f, facts)
		}
	}
	return refused
}

func (c *Case) apply(f Fact) error {
	if !slices.Contains(standings, f.Standing) {
		return fmt.Errorf("%s: unknown standing %q", f.Path, f.Standing)
	}
	old, known := c.Facts[f.Path]
	if known && f.Standing == Assumed && old.Standing != Assumed {
		return fmt.Errorf("%s: an assumption does not replace what is %s", f.Path, old.Standing)
	}
	before, _ := c.Application.Get(f.Path)
	if err := c.Application.Set(f.Path, f.Value); err != nil {
		return err
	}
	if list, index, ok := element(f.Path); ok {
		c.removeElement(list, index, f)
		return nil
	}
	f.Value, _ = c.Application.Get(f.Path)
	if known && bytes.Equal(f.Value, old.Value) && f.Standing.rank() <= old.Standing.rank() {
		return nil
	}
	c.record(f)
	return c.keepInStep(f, before)
}

// standings lists the standings from the weakest to the strongest.
var standings = []Standing{Assumed, Inferred, Stated, Confirmed}

func (s Standing) rank() int { return slices.Index(standings, s) }

// record makes f the current fact of its path.
func (c *Case) record(f Fact) {
	if old, ok := c.Facts[f.Path]; ok {
		c.supersede(old)
	}
	if c.Facts == nil {
		c.Facts = make(map[string]Fact)
	}
	c.Facts[f.Path] = f
}

func (c *Case) supersede(facts ...Fact) {
	c.Superseded = append(slices.Clip(c.Superseded), facts...)
}

// element parses the path of a whole element, such as "vehicles[1]".
func element(path string) (list string, index int, ok bool) {
	steps, err := parsePath(nil, path)
	if err != nil || len(steps) != 1 || steps[0].index < 0 {
		return "", 0, false
	}
	return steps[0].name, steps[0].index, true
}

// removeElement moves the facts of a removed element to Superseded, and moves the facts of
// later elements up by one.
func (c *Case) removeElement(list string, index int, withdrawal Fact) {
	facts := make(map[string]Fact, len(c.Facts))
	for _, path := range slices.Sorted(maps.Keys(c.Facts)) {
		f := c.Facts[path]
		entry, rest, _ := strings.Cut(path, ".")
		name, at, ok := element(entry)
		switch {
		case !ok || name != list || at < index:
			facts[path] = f
		case at == index:
			c.supersede(f)
		default:
			f.Path = fmt.Sprintf("%s[%d].%s", list, at-1, rest)
			facts[f.Path] = f
		}
	}
	c.Facts = facts
	if list == "drivers" {
		c.unseat(index)
	}
	c.supersede(withdrawal)
}

// unseat removes the driver at index from the vehicles, and adjusts the indexes of later
// drivers.
func (c *Case) unseat(index int) {
	c.Application.Vehicles = slices.Clone(c.Application.Vehicles)
	for i := range c.Application.Vehicles {
		v, path := &c.Application.Vehicles[i], fmt.Sprintf("vehicles[%d].driver", i)
		if v.Driver == nil || *v.Driver < index {
			continue
		}
		f, known := c.Facts[path]
		if *v.Driver == index {
			v.Driver = nil
			delete(c.Facts, path)
			if known {
				c.supersede(f)
			}
			continue
		}
		v.Driver = new(*v.Driver - 1)
		if known {
			f.Value, _ = c.Application.Get(path)
			c.Facts[path] = f
		}
	}
}
