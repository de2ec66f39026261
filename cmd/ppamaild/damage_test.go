package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"

	"github.com/rogpeppe/go-internal/testscript"
	"go.etcd.io/bbolt"

	"ppamaild/store/codec"
)

// damage damages a closed store like a bad disk: damage record|page|cut STORE.
func damage(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[1])
	if args[0] == "record" {
		damageHead(ts, path)
		return
	}
	file, err := os.ReadFile(path)
	ts.Check(err)
	switch args[0] {
	case "page": // the kind of each page, except the first two
		for at := 2 * os.Getpagesize(); at < len(file); at += os.Getpagesize() {
			file[at+8] ^= 0xff
		}
	case "cut":
		file = file[:5*os.Getpagesize()]
	}
	ts.Check(os.WriteFile(path, file, 0o600))
}

// damageHead flips a bit in the head of Q-CCCCCC, and keeps the pages intact.
func damageHead(ts *testscript.TestScript, path string) {
	db, err := bbolt.Open(path, 0o600, nil)
	ts.Check(err)
	ts.Check(db.Update(func(tx *bbolt.Tx) error {
		heads, key := tx.Bucket([]byte("heads")), []byte("Q-CCCCCC")
		head := bytes.Clone(heads.Get(key))
		head[len(head)/2] ^= 1
		return heads.Put(key, head)
	}))
	ts.Check(db.Close())
}

// rewrite changes a closed store like an attacker who knows the format: rewrite STORE OLD NEW.
// In the first entry of $THREAD's journal with OLD, NEW replaces OLD, with a valid checksum.
func rewrite(ts *testscript.TestScript, _ bool, args []string) {
	const bucket = "journal"
	entryCodec := codec.Codec{Contents: func(string) bool { return true }}
	db, err := bbolt.Open(ts.MkAbs(args[0]), 0o600, nil)
	ts.Check(err)
	before, after := []byte(args[1]), []byte(args[2])
	prefix := slices.Concat([]byte{byte(len(ts.Getenv("THREAD")))}, []byte(ts.Getenv("THREAD")))
	ts.Check(db.Update(func(tx *bbolt.Tx) error {
		entries := tx.Bucket([]byte(bucket))
		at := entries.Cursor()
		key, record := at.Seek(prefix)
		for ; bytes.HasPrefix(key, prefix); key, record = at.Next() {
			parts, err := entryCodec.Unseal(bucket, key, record)
			if err != nil {
				return err
			}
			if !bytes.Contains(parts[0], before) {
				continue
			}
			key, parts[0] = bytes.Clone(key), bytes.ReplaceAll(parts[0], before, after)
			return entries.Put(key, entryCodec.Seal(bucket, key, parts...))
		}
		return fmt.Errorf("no entry has %q", before)
	}))
	ts.Check(db.Close())
}
