// Package about reads and changes the only row of the table about. The row has the last ids of a
// store, and its lock gives the writers an order.
package about

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/store"
	"ppamaild/store/crypt"
	"ppamaild/store/postgres/wire"
)

// Row is the row of the table, with counts of the table daemons.
type Row struct {
	Epoch                int64 // of the last process that entered
	Inbound, Mail, Event int64 // last ids
	TimerOffset          time.Duration
	Keys                 []string
	Changes              int64 // transactions of all processes that wrote

	Entered bool  // this process is a writer of the store
	Commit  int64 // id of the last commit of this process
	Others  int64 // other processes that have the store open
}

// Read returns the statement that reads the row for the process with an epoch.
func Read(epoch int64, into *wire.Result) wire.Statement {
	return wire.Statement{
		SQL: "SELECT a.epoch, inbound_id, mail_id, event_seq, timer_offset," +
			" array_to_string(keys, ' '), changes, coalesce(commit_id, 0), d.epoch IS NOT NULL," +
			" (SELECT count(*) FROM daemons WHERE epoch <> $1)" +
			" FROM about a LEFT JOIN daemons d ON d.epoch = $1",
		Args: []any{epoch}, Result: into,
	}
}

// Parse returns the row in the result of Read.
func Parse(found wire.Result) (Row, error) {
	if len(found.Rows) != 1 {
		return Row{}, fmt.Errorf("the table about has %d rows instead of 1: %w",
			len(found.Rows), store.ErrCorrupt)
	}
	v := found.Rows[0]
	return Row{
		Epoch: v[0].(int64), Inbound: v[1].(int64), Mail: v[2].(int64), Event: v[3].(int64),
		TimerOffset: time.Duration(v[4].(int64)), Keys: strings.Fields(v[5].(string)),
		Changes: v[6].(int64), Commit: v[7].(int64), Entered: v[8].(bool), Others: v[9].(int64),
	}, nil
}

// Write returns the statements that write the row, with the commit of the process with an epoch.
func (r Row) Write(epoch int64) []wire.Statement {
	return []wire.Statement{{
		SQL: "UPDATE about SET epoch = $1, inbound_id = $2, mail_id = $3, event_seq = $4," +
			" timer_offset = $5, keys = string_to_array($6, ' '), changes = $7",
		Args: []any{r.Epoch, r.Inbound, r.Mail, r.Event, int64(r.TimerOffset),
			strings.Join(r.Keys, " "), r.Changes},
	}, {
		SQL: "UPDATE daemons SET commit_id = $1 WHERE epoch = $2", Args: []any{r.Commit, epoch},
	}}
}

// CheckKeys refuses a ring that lacks a key of the store.
func (r Row) CheckKeys(ring *crypt.Ring) error {
	ids := make([]crypt.ID, len(r.Keys))
	for i, text := range r.Keys {
		if err := ids[i].UnmarshalText([]byte(text)); err != nil {
			return fmt.Errorf("the table about names a key %q: %w: %w", text, store.ErrCorrupt, err)
		}
	}
	if err := ring.Require(ids); err != nil {
		return fmt.Errorf("%w: %w", err, store.ErrKey)
	}
	return nil
}

// AddKey adds a key to the keys of the store.
func (r *Row) AddKey(id crypt.ID) {
	if !slices.Contains(r.Keys, id.String()) {
		r.Keys = append(r.Keys, id.String())
	}
}
