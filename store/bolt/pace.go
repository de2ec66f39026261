package bolt

import (
	"fmt"

	"ppamaild/store"
)

func (t *tx) Pace(agent string) (store.Pace, error) {
	p, _, err := get[store.Pace](t, paces, []byte(agent), 0)
	if err != nil {
		return p, fmt.Errorf("reading the pace of %s: %w", agent, err)
	}
	return p, nil
}

func (t *tx) PutPace(p store.Pace) error {
	if err := checkName("agent of a pace", p.Agent); err != nil {
		return err
	}
	return put(t, paces, []byte(p.Agent), p)
}
