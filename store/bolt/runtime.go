package bolt

import (
	"fmt"

	"ppamaild/store"
)

func (t *tx) RunTime(agent string) (store.RunTime, error) {
	p, _, err := get[store.RunTime](t, runTimes, []byte(agent), 0)
	if err != nil {
		return p, fmt.Errorf("reading the run time of %s: %w", agent, err)
	}
	return p, nil
}

func (t *tx) PutRunTime(p store.RunTime) error {
	if err := checkName("agent of a run time", p.Agent); err != nil {
		return err
	}
	return put(t, runTimes, []byte(p.Agent), p)
}
