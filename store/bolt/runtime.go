package bolt

import (
	"fmt"

	"ppamaild/store"
	"ppamaild/store/bolt/bkey"
)

// runTimeTx implements store.RunTimes.
type runTimeTx struct{ *records }

func (t runTimeTx) RunTime(agent string) (store.RunTime, error) {
	p, _, err := get[store.RunTime](t.records, runTimes, []byte(agent), 0)
	if err != nil {
		return p, fmt.Errorf("reading the run time of %s: %w", agent, err)
	}
	return p, nil
}

func (t runTimeTx) PutRunTime(p store.RunTime) error {
	if err := bkey.CheckName("agent of a run time", p.Agent); err != nil {
		return err
	}
	return put(t.records, runTimes, []byte(p.Agent), p)
}
