// Package filerefs notes which records of a PostgreSQL store have a file, in the table file_refs.
// So the store keeps each file once, in the table files, until the last record drops the file.
package filerefs

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/store"
	"ppamaild/store/files"
	"ppamaild/store/postgres/wire"
)

// Key returns the key of a file. It is a keyed digest, because keys are not encrypted.
func Key(secret, file []byte) (key files.Key) {
	mac := hmac.New(sha256.New, secret)
	mac.Write(file)
	mac.Sum(key[:0])
	return key
}

// Owner names a record by its table and its place there.
func Owner(table string, place []byte) string {
	digest := sha256.Sum256(append([]byte(table+" "), place...))
	return hex.EncodeToString(digest[:16])
}

// Changes are the files of the records that a transaction changes. The zero value is ready for use.
type Changes struct {
	has  map[string][]files.Key // by owner
	kept []files.Key            // in any record of the transaction, also one that is overwritten
}

// Cut takes the files out of the parts of a record. It gives keep each file, and returns nil if
// there is none.
func (c *Changes) Cut(
	owner string, parts [][]byte, isNew bool, keep func(file []byte) (files.Key, error),
) (cut [][]byte, err error) {
	var has []files.Key
	cut = files.Cut(parts, func(file []byte) files.Key {
		key, failed := keep(file)
		has, err = append(has, key), errors.Join(err, failed)
		return key
	})
	if cut != nil || !isNew {
		c.Set(owner, has)
	}
	return cut, err
}

// Set notes all files of a changed record. A record without files may have had some.
func (c *Changes) Set(owner string, has []files.Key) {
	if c.has == nil {
		c.has = make(map[string][]files.Key)
	}
	c.has[owner] = has
	c.kept = append(c.kept, has...)
}

// text returns the key as file_refs has it.
func text(key files.Key) string { return hex.EncodeToString(key[:]) }

// The parameters are texts with values between spaces: $1 the changed records, $2 their references,
// $3 the files that may have lost their last record.
const (
	insert = "INSERT INTO file_refs SELECT left(r, 32), right(r, 64)" +
		" FROM unnest(string_to_array($1, ' ')) r ON CONFLICT DO NOTHING"
	dropped = "r.owner = ANY(string_to_array($1, ' '))" +
		" AND NOT r.owner || r.file = ANY(string_to_array($2, ' '))"
	remove = "WITH gone AS (DELETE FROM file_refs r WHERE " + dropped + " RETURNING file)" +
		" DELETE FROM files USING (SELECT file FROM gone UNION" +
		" SELECT unnest(string_to_array($3, ' '))) g WHERE key = decode(g.file, 'hex')" +
		" AND NOT EXISTS (SELECT 1 FROM file_refs r" +
		" WHERE r.file = g.file AND NOT (" + dropped + "))"
)

// Statements returns the changes of the tables file_refs and files. They come last in their
// transaction.
func (c *Changes) Statements() (all []wire.Statement) {
	if len(c.has) == 0 {
		return nil
	}
	owners := slices.Sorted(maps.Keys(c.has))
	var refs, kept []string
	for _, owner := range owners {
		for _, key := range c.has[owner] {
			refs = append(refs, owner+text(key))
		}
	}
	for _, key := range c.kept {
		kept = append(kept, text(key))
	}
	list := func(values []string) string { return strings.Join(values, " ") }
	if len(refs) > 0 {
		all = append(all, wire.Statement{SQL: insert, Args: []any{list(refs)}})
	}
	return append(all, wire.Statement{
		SQL: remove, Args: []any{list(owners), list(refs), list(kept)},
	})
}

// Ask runs a query.
type Ask func(sql string, args ...any) (wire.Result, error)

// Refs returns the number of files of a record that the table file_refs has.
func Refs(ask Ask, owner string, has []files.Key) (n int, err error) {
	for _, key := range has {
		found, err := ask("SELECT true FROM file_refs WHERE owner = $1 AND file = $2",
			owner, text(key))
		if err != nil {
			return 0, err
		}
		n += len(found.Rows)
	}
	return n, nil
}

// Check checks that file_refs has a number of rows, and that each file has a row there.
func Check(ask Ask, refs int) error {
	found, err := ask("SELECT (SELECT count(*) FROM file_refs), (SELECT count(*) FROM files" +
		" WHERE NOT EXISTS (SELECT 1 FROM file_refs WHERE file = encode(key, 'hex')))")
	if err != nil {
		return err
	}
	has, loose := found.Rows[0][0].(int64), found.Rows[0][1].(int64)
	if has != int64(refs) || loose > 0 {
		return fmt.Errorf("table file_refs has %d rows instead of %d, and no row for %d files: %w",
			has, refs, loose, store.ErrCorrupt)
	}
	return nil
}
