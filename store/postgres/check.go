package postgres

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"

	"ppamaild/store"
	"ppamaild/store/chunks"
	"ppamaild/store/postgres/filerefs"
)

// maxProblems is the maximum number of problems that Check lists.
const maxProblems = 20

// Check reads the whole store and lists its problems: wrong checksums, columns that disagree with
// their records, broken journals, and records that lack another. Others can use the store
// meanwhile. The pages and indexes are PostgreSQL's own: pg_amcheck verifies them.
func (s *Store) Check(ctx context.Context) error {
	return s.View(ctx, func(t store.Tx) error {
		c := checker{tx: t.(*tx), want: map[*table]int{}}
		return c.check(ctx)
	})
}

// checker reads each row once. want counts the rows that other rows require.
type checker struct {
	*tx
	want     map[*table]int
	refs     int // references of records to files
	problems []error
}

func (c *checker) note(err error) {
	if err != nil && len(c.problems) < maxProblems {
		c.problems = append(c.problems, err)
	}
}

func (c *checker) check(ctx context.Context) error {
	checks := c.checks()
	have := map[*table]int{}
	for _, in := range tables() {
		for r, err := range c.scan(in, span{Order: in.Keys}) {
			if c.failed != nil {
				return errors.Join(ctx.Err(), c.failed)
			}
			have[in]++
			if check := checks[in]; err == nil && check != nil {
				err = check(r)
			}
			if err == nil {
				err = c.checkRefs(r)
			}
			c.note(err)
		}
	}
	c.note(filerefs.Check(c.flush, c.refs))
	for _, in := range []*table{inboundRaw, threadAddresses, journals, journalPayloads, mailRaw} {
		if have[in] != c.want[in] {
			c.note(fmt.Errorf("table %s has %d rows instead of %d: %w",
				in.Name, have[in], c.want[in], store.ErrCorrupt))
		}
	}
	return errors.Join(c.problems...)
}

// checks returns the check of each table's rows, without the checksum.
func (c *checker) checks() map[*table]func(row) error {
	return map[*table]func(row) error{
		cursors: checkAs(decodeAs, func(v store.Cursor) []any {
			return []any{[]byte(v.Mailbox)}
		}, nil),
		inbounds: checkAs(decodeAs, func(v chunks.Message) []any {
			return c.inboundTx.columns(v.Inbound)
		}, c.checkInbound),
		inboundPartial: c.checkPartial,
		senders: checkAs(decodeAs, func(v sender) []any {
			return []any{c.addressKey(v.Address)}
		}, nil),
		correspondents: checkAs(decodeAs, func(v store.Correspondent) []any {
			return []any{c.addressKey(v.Address)}
		}, nil),
		holds: checkAs(decodeAs, func(v store.Hold) []any {
			return []any{c.addressKey(v.On)}
		}, nil),
		runTimes: checkAs(decodeAs, func(v store.RunTime) []any {
			return []any{[]byte(v.Agent)}
		}, nil),
		messageIDs: checkAs(decodeMessageID, messageIDColumns, nil),
		threads:    checkAs(decodeHead, headColumns, c.checkHead),
		queues: checkAs(decodeEvent, func(v store.Event) []any {
			return []any{[]byte(v.Thread), int64(v.Seq)}
		}, func(v store.Event) error { return numbered(queues, v.Seq, c.about().Event) }),
		journals: checkAs(decodeAs, entryKey, func(store.Entry) error {
			c.want[journalPayloads]++
			return nil
		}),
		journalTails: c.checkTail,
		effects:      checkAs(decodeEffect, effectColumns, nil),
		mails:        checkAs(decodeAs, mailColumns, c.checkMail),
		reviews:      checkAs(decodeReview, reviewColumns, nil),
		timers:       checkAs(decodeTimer, timerColumns, nil),
		fileBytes:    c.checkFile,
	}
}

// checkAs returns a check that decodes a row, compares its columns, and runs more.
func checkAs[T any](
	decode func(row) (T, error), columns func(T) []any, more func(T) error,
) func(row) error {
	return func(r row) error {
		v, err := decode(r)
		switch {
		case err != nil:
			return err
		case !reflect.DeepEqual(columns(v), r.columns):
			return r.corrupt("that of another row")
		case more == nil:
			return nil
		}
		return more(v)
	}
}

// numbered refuses a number that the store would assign again.
func numbered(in *table, n uint64, last int64) error {
	if int64(n) > last {
		return fmt.Errorf("table %s has number %d, but the last one is %d: %w",
			in.Name, n, last, store.ErrCorrupt)
	}
	return nil
}

func (c *checker) checkInbound(in chunks.Message) error {
	c.want[inboundRaw] += in.Chunks
	if _, err := c.raw(in); err != nil {
		return err
	}
	return numbered(inbounds, in.ID, c.about().Inbound)
}

func (c *checker) checkPartial(r row) error {
	chunks, err := list(c.records, inboundRaw, span{
		Where: "mailbox = $1 AND uidvalidity = $2 AND uid = $3", Args: r.columns,
		Order: []string{"chunk"},
	}, func(row) (struct{}, error) { return struct{}{}, nil })
	c.want[inboundRaw] += len(chunks)
	return err
}

func (c *checker) checkHead(h store.Head) error {
	for _, a := range h.FoundBy() {
		c.want[threadAddresses]++
		if _, err := c.one(threadAddresses, c.addressKey(a), []byte(h.Thread)); err != nil {
			return dangling(err)
		}
	}
	return nil
}

func (c *checker) checkTail(r row) error {
	end, err := decodeTail(r)
	if err != nil {
		return err
	}
	c.want[journals] += int(end.Seq)
	return c.VerifyJournal(string(r.name("thread")))
}

func (c *checker) checkMail(m store.Mail) error {
	c.want[mailRaw]++
	raw, err := c.MailRaw(m.ID)
	if err != nil {
		return dangling(err)
	}
	if digest := sha256.Sum256(raw); !m.Erased && !bytes.Equal(m.RawDigest[:], digest[:]) {
		return fmt.Errorf("the bytes of mail %d have changed: %w", m.ID, store.ErrCorrupt)
	}
	return numbered(mails, m.ID, c.about().Mail)
}

// checkRefs checks that the table file_refs has the files of a row, and counts them.
func (c *checker) checkRefs(r row) error {
	n, err := filerefs.Refs(c.flush, owner(r.in, r.columns), r.files)
	if c.refs += n; err == nil && n != len(r.files) {
		err = r.corrupt("missing in table file_refs")
	}
	return err
}

// checkFile checks that a file has the digest in its key.
func (c *checker) checkFile(r row) error {
	key := filerefs.Key(c.addresses, bytes.Join(r.parts, nil))
	if !bytes.Equal(key[:], r.name("key")) {
		return r.corrupt("another file")
	}
	return nil
}
