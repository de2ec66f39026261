package quote

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// twins are the values that the insured has in two places.
var twins = []string{"given_name", "surname", "date_of_birth"}

const (
	asInsured = "named_insured."
	asDriver  = "drivers[0]."
)

// keepInStep carries the fact f over to the other place of the insured; before
// is what f replaced.
func (c *Case) keepInStep(f Fact, before json.RawMessage) error {
	if len(c.Application.Drivers) == 0 || c.Application.Drivers[0].Relationship != Insured {
		return nil
	}
	for _, name := range twins {
		var err error
		switch f.Path {
		case asInsured + name:
			err = c.carryOver(f, asDriver+name, before)
		case asDriver + name:
			err = c.carryOver(f, asInsured+name, before)
		case asDriver + "relationship":
			err = c.fillTwins(name)
		}
		if err != nil {
			return fmt.Errorf("keeping %s in step with the insured: %w", f.Path, err)
		}
	}
	return nil
}

// fillTwins gives either place what only the other has.
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
