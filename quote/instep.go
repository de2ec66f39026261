package quote

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// twins pairs the paths of values that the insured has in two places.
var twins = []string{"given_name", "surname", "date_of_birth"}

const (
	asInsured = "named_insured."
	asDriver  = "drivers[0]."
)

// Twin returns the other path of a value that the insured has in two places in a. It returns ""
// for other values.
func (a Application) Twin(path string) string {
	if !a.insuredDrives() {
		return ""
	}
	for _, name := range twins {
		switch path {
		case asInsured + name:
			return asDriver + name
		case asDriver + name:
			return asInsured + name
		}
	}
	return ""
}

// IsOfDriver reports whether f is the name or the date of birth of any driver, at any path.
func (a Application) IsOfDriver(f Fact) bool {
	_, name, _ := strings.Cut(f.Path, ".")
	if f.Value == nil || !slices.Contains(twins, name) {
		return false
	}
	for i := range a.Drivers {
		raw, _ := a.Get(fmt.Sprintf("drivers[%d].%s", i, name))
		if bytes.Equal(raw, f.Value) {
			return true
		}
	}
	return false
}

func (a Application) insuredDrives() bool {
	return len(a.Drivers) > 0 && a.Drivers[0].Relationship == Insured
}

// keepInStep copies the fact f to the other place of the insured. before is the replaced value.
func (c *Case) keepInStep(f Fact, before json.RawMessage) error {
	if twin := c.Application.Twin(f.Path); twin != "" {
		return inStep(f, c.carryOver(f, twin, before))
	}
	if f.Path != asDriver+"relationship" || !c.Application.insuredDrives() {
		return nil
	}
	for _, name := range twins {
		if err := c.fillTwins(name); err != nil {
			return inStep(f, err)
		}
	}
	return nil
}

func inStep(f Fact, err error) error {
	if err != nil {
		return fmt.Errorf("keeping %s in step with the insured: %w", f.Path, err)
	}
	return nil
}

// fillTwins copies values that only one of the two places has.
func (c *Case) fillTwins(name string) error {
	for _, pair := range [][2]string{{asInsured, asDriver}, {asDriver, asInsured}} {
		if f, ok := c.Facts[pair[0]+name]; ok {
			if err := c.carryOver(f, pair[1]+name, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// carryOver copies the value of f to path, if the value there is absent or equals before.
func (c *Case) carryOver(f Fact, path string, before json.RawMessage) error {
	there, present := c.Application.Get(path)
	if present && !bytes.Equal(there, before) {
		return nil
	}
	if err := c.Application.Set(path, f.Value); err != nil {
		return err
	}
	f.Path = path
	c.record(f)
	return nil
}
