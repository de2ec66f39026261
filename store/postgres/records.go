package postgres

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/codec"
	"ppamaild/store/crypt"
	"ppamaild/store/files"
	"ppamaild/store/postgres/about"
	"ppamaild/store/postgres/filerefs"
	"ppamaild/store/postgres/memo"
	"ppamaild/store/postgres/news"
	"ppamaild/store/postgres/server"
	"ppamaild/store/postgres/sqltable"
	"ppamaild/store/postgres/wire"
)

// statementTime is the longest time for the answer to one batch of statements. A connection that
// is silent for longer counts as lost.
const statementTime = time.Minute

// records reads and writes checked, encrypted records in the tables of a transaction. Writes wait
// in pending and travel with the next read, or with the commit, in one round trip.
type records struct {
	ctx       context.Context
	conn      *wire.Conn
	writable  bool
	rand      io.Reader // source of salt for the journal
	keys      *crypt.Ring
	addresses []byte // the key of addressKey

	epoch   int64 // of this process; 0 without a writer
	channel string
	news    news.Batch

	first    about.Row // the row of the table about, if informed and begun
	informed bool      // a statement reads the row
	admit    func(about.Row) error
	begun    bool
	pending  []wire.Statement
	arrived  []func() error // use the results of pending statements
	puts     map[string]int // places in pending of rows that are put, by memoKey
	changes  int            // number of writes so far
	refs     filerefs.Changes
	filed    map[files.Key]bool // files that this transaction has put or found
	own      *memo.Memo[row]    // what this transaction has read or written
	kept     *memo.Memo[row]    // from earlier transactions, as of begin; nil in a View
	failed   error              // the first error of the database; nothing works after it
}

// row is one row of a table.
type row struct {
	in      *table
	columns []any // []byte, int64, string or bool
	raw     []byte
	parts   [][]byte // of the record
	files   []files.Key
}

// number returns a column that is a number.
func (r row) number(column string) int64 {
	return r.columns[r.in.Index(column)].(int64)
}

// name returns a column that is a name.
func (r row) name(column string) []byte {
	return r.columns[r.in.Index(column)].([]byte)
}

// place encodes the columns of a row. The record of the row is only valid in this place.
func place(columns []any) (key []byte) {
	for _, c := range columns {
		switch c := c.(type) {
		case []byte:
			key = bkey.AppendSized(key, c)
		case string:
			key = bkey.AppendSized(key, c)
		case int64:
			key = binary.BigEndian.AppendUint64(key, uint64(c))
		case bool:
			key = strconv.AppendBool(key, c)
		}
	}
	return key
}

func (t *records) codec() codec.Codec {
	return codec.Codec{Keys: t.keys, Contents: func(name string) bool { return !plain(name) }}
}

// put stores a record of parts under the columns of its row.
func (t *records) put(in *table, columns []any, parts ...[]byte) error {
	return t.write(in.Upsert(), in, columns, parts, false)
}

// add stores a record that must not exist yet.
func (t *records) add(in *table, columns []any, parts ...[]byte) error {
	return t.write(in.Insert(), in, columns, parts, true)
}

// keep stores a record, unless a record with the same key exists.
func (t *records) keep(in *table, columns []any, parts ...[]byte) error {
	if r, known := t.recall(in, columns[:len(in.Keys)]); known && r.raw != nil {
		return nil
	}
	err := t.write(in.Insert()+" ON CONFLICT DO NOTHING", in, columns, parts, true)
	delete(t.puts, memoKey(in, columns[:len(in.Keys)]))
	return err
}

func (t *records) write(
	sql string, in *table, columns []any, parts [][]byte, isNew bool,
) error {
	key := columns[:len(in.Keys)]
	if old, known := t.recall(in, key); known && !codec.IsCut(old.raw) {
		isNew = true // for seal: it has no files to drop
	}
	record, err := t.seal(in, columns, parts, isNew)
	t.remember(in, key, row{in: in, columns: columns, raw: record})
	name, args := memoKey(in, key), slices.Concat(columns, []any{record})
	if at, waits := t.puts[name]; waits && sql == in.Upsert() {
		t.changes++
		t.pending[at].Args = args // the earlier values need not travel
		return errors.Join(err, t.failed)
	}
	t.puts[name] = len(t.pending)
	return errors.Join(err, t.queue(sql, args...))
}

// remember notes a row of the store, by its primary key. A row without a record does not exist. Other
// rows are large, rarely read again, or changed by another condition than the key.
func (t *records) remember(in *table, key []any, r row) {
	switch in {
	case inboundRaw, inboundPartial, mailRaw, journals, journalPayloads, fileBytes:
	default:
		if t.own.Put(memoKey(in, key), r, len(r.raw)); !t.writable {
			t.own.Limit() // a View may read the whole store
		}
	}
}

func memoKey(in *table, key []any) string { return in.Name + "\x00" + string(place(key)) }

// recall returns a row that this process knows.
func (t *records) recall(in *table, key []any) (r row, known bool) {
	name := memoKey(in, key)
	if r, known = t.own.Get(name); known || t.kept == nil {
		return r, known
	}
	if _, known = t.kept.Get(name); known && t.begin() == nil { // the beginning may clear kept
		r, known = t.kept.Get(name)
	}
	return r, known
}

// queue adds a statement that changes the store.
func (t *records) queue(sql string, args ...any) error {
	if !t.writable {
		return errors.New("the transaction can only read")
	}
	t.changes++
	t.pending = append(t.pending, wire.Statement{SQL: sql, Args: args})
	return t.failed
}

// delete removes the row with a primary key.
func (t *records) delete(in *table, key ...any) error {
	if hasFiles(in) {
		t.refs.Set(owner(in, key), nil)
	}
	t.remember(in, key, row{})
	delete(t.puts, memoKey(in, key))
	return t.queue(in.Remove(len(in.Keys)), key...)
}

// meta encodes the first part of a record.
func meta(in *table, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encoding for table %s: %w", in.Name, err)
	}
	return text, nil
}

// putAs is put with v as JSON, followed by the raw parts.
func (t *records) putAs(in *table, columns []any, v any, raw ...[]byte) error {
	text, err := meta(in, v)
	if err != nil {
		return err
	}
	return t.put(in, columns, slices.Insert(raw, 0, text)...)
}

// addAs is add with v as JSON, followed by the raw parts.
func (t *records) addAs(in *table, columns []any, v any, raw ...[]byte) error {
	text, err := meta(in, v)
	if err != nil {
		return err
	}
	return t.add(in, columns, slices.Insert(raw, 0, text)...)
}

// flush sends the pending statements and one more, and returns the result of the last one.
func (t *records) flush(sql string, args ...any) (wire.Result, error) {
	t.pending = append(t.pending, wire.Statement{SQL: sql, Args: args})
	return t.send()
}

// send sends the pending statements and returns the result of the last one.
func (t *records) send() (last wire.Result, err error) {
	if t.failed != nil {
		return wire.Result{}, t.failed
	}
	all, arrived := t.pending, t.arrived
	t.pending, t.arrived = nil, nil
	clear(t.puts)
	ctx, cancel := context.WithTimeout(t.ctx, statementTime)
	defer cancel()
	last, err = t.conn.Run(ctx, all...)
	t.failed = server.Explain(err)
	for _, use := range arrived {
		if t.failed == nil {
			t.failed = use()
		}
	}
	return last, t.failed
}

// begin begins the transaction in the database, unless an earlier statement did.
func (t *records) begin() error {
	if !t.begun {
		_, _ = t.send() // sets failed
	}
	return t.failed
}

// readAbout lets the next statement read the row of the table about, and admit decide about it.
func (t *records) readAbout() {
	t.informed = true
	found := new(wire.Result)
	t.pending = append(t.pending, about.Read(t.epoch, found))
	t.arrived = append(t.arrived, func() (err error) {
		if t.first, err = about.Parse(*found); err != nil {
			return err
		}
		t.begun = true
		return t.admit(t.first)
	})
}

// about returns the row of the table about. After a failure of the database, the row is empty.
func (t *records) about() *about.Row {
	if !t.informed {
		t.readAbout()
		_, _ = t.send() // sets failed
	}
	_ = t.begin() // sets failed
	return &t.first
}

// rows returns the rows of a table that match the end of a SELECT.
func (t *records) rows(in *table, end string, args ...any) (list []row, err error) {
	found, err := t.flush(in.Selects()+end, args...)
	if err != nil {
		return nil, fmt.Errorf("reading table %s: %w", in.Name, err)
	}
	return rowsOf(in, found), nil
}

// rowsOf returns the rows in a result of table.selects.
func rowsOf(in *table, found wire.Result) (list []row) {
	for _, values := range found.Rows {
		last := len(values) - 1
		list = append(list, row{in: in, columns: values[:last], raw: values[last].([]byte)})
	}
	return list
}

// one returns the row with a primary key, or ErrNotFound.
func (t *records) one(in *table, key ...any) (row, error) {
	r, known := t.recall(in, key)
	if !known {
		list, err := t.rows(in, " WHERE "+sqltable.Equal(in.Keys), key...)
		if err != nil {
			return row{}, err
		}
		r = t.only(in, key, list)
	}
	if r.raw == nil {
		return row{}, row{in: in, columns: key}.at(store.ErrNotFound)
	}
	return t.unseal(r)
}

// only returns and remembers what a query for a primary key has found.
func (t *records) only(in *table, key []any, found []row) (r row) {
	if len(found) > 0 {
		r = found[0]
	}
	t.remember(in, key, r)
	return r
}

// prefetch lets the next statement also read a row.
func (t *records) prefetch(in *table, key ...any) {
	if _, known := t.recall(in, key); known {
		return
	}
	found := new(wire.Result)
	t.pending = append(t.pending, wire.Statement{
		SQL: in.Selects() + " WHERE " + sqltable.Equal(in.Keys), Args: key, Result: found,
	})
	t.arrived = append(t.arrived, func() error {
		if _, known := t.recall(in, key); !known { // a later statement may have written the row
			t.only(in, key, rowsOf(in, *found))
		}
		return nil
	})
}

// single returns the only part of the record with a primary key.
func (t *records) single(in *table, key ...any) ([]byte, error) {
	r, err := t.one(in, key...)
	if err == nil && len(r.parts) != 1 {
		err = r.corrupt("malformed")
	}
	if err != nil {
		return nil, err
	}
	return r.parts[0], nil
}

// get decodes the row with a primary key as JSON alone.
func get[T any](t *records, in *table, key ...any) (v T, err error) {
	r, err := t.one(in, key...)
	if err != nil {
		return v, err
	}
	return decodeAs[T](r)
}

// decode decodes a record of JSON and raw parts. An empty part becomes nil.
func decode(r row, v any, raw ...*[]byte) error {
	if len(r.parts) != len(raw)+1 {
		return r.corrupt("malformed")
	}
	if err := json.Unmarshal(r.parts[0], v); err != nil {
		return r.corrupt(err.Error())
	}
	for i, part := range r.parts[1:] {
		*raw[i] = append([]byte(nil), part...)
	}
	return nil
}

// decodeAs decodes a record of JSON alone.
func decodeAs[T any](r row) (v T, err error) {
	err = decode(r, &v)
	return v, err
}

func dangling(err error) error { return codec.Dangling(err) }

func (r row) corrupt(how string) error { return r.at(codec.Is(how)) }

// at completes an error of package codec.
func (r row) at(err error) error {
	return fmt.Errorf("row %s of table %s %w", r.in.Readable(r.columns), r.in.Name, err)
}

// addressKey returns the name of an address, or of a thread with a hold, in the tables. It is a
// keyed digest, because columns are not encrypted.
func (t *records) addressKey(address string) []byte {
	mac := hmac.New(sha256.New, t.addresses)
	mac.Write([]byte(address))
	return mac.Sum(nil)
}

// maxName is the maximum length of a name. An index entry of PostgreSQL holds two such names.
const maxName = 1024

// checkName refuses a name that cannot be a key.
func checkName(what, name string) error {
	if len(name) > maxName {
		return fmt.Errorf("%s has %d bytes, more than %d", what, len(name), maxName)
	}
	return bkey.CheckName(what, name)
}
