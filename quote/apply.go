package quote

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Apply makes f a fact of the case. The fact that it replaces goes to
// Superseded. An assumption replaces nothing but an assumption, and a value that
// is said again is recorded only where it is now better known.
//
// A withdrawal stays in Facts, without a value, so that the gap is seen to be
// meant. Where it takes back a whole element ("vehicles[1]"), the element's facts
// and the withdrawal go to Superseded, and later elements move up with theirs.
//
// While drivers[0] is the insured, its names and birth date are kept in step
// with named_insured: setting one sets the other where that is absent or equal
// to what the first one was. Copies of the case made before stay as they were.
func (c *Case) Apply(f Fact) error {
	return c.ApplyAll([]Fact{f})[0]
}

// ApplyAll makes facts such of the case, in their order. It says of each why it is
// none, as Apply does.
func (c *Case) ApplyAll(facts []Fact) []error {
	c.Facts = maps.Clone(c.Facts) // who holds the old ones keeps them as they were
	refused := make([]error, len(facts))
	for i, f := range facts {
		refused[i] = c.apply(f)
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

// standings, from what is least to what is best known.
var standings = []Standing{Assumed, Inferred, Stated, Confirmed}

func (s Standing) rank() int { return slices.Index(standings, s) }

// record puts f in force.
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

// element reads the path of a whole element, as in "vehicles[1]".
func element(path string) (list string, index int, ok bool) {
	steps, err := parsePath(nil, path)
	if err != nil || len(steps) != 1 || steps[0].index < 0 {
		return "", 0, false
	}
	return steps[0].name, steps[0].index, true
}

// removeElement moves the facts of an element that is gone out of force, and
// those of the elements behind it up by one.
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

// unseat has cars that the driver at index drove, who is gone, be driven by nobody in
// particular, and those of later drivers follow them.
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
