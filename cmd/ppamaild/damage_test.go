package main

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"slices"

	"github.com/rogpeppe/go-internal/testscript"
	"go.etcd.io/bbolt"
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
// In the first entry of $THREAD's journal with OLD, NEW of the same length replaces OLD, with a
// valid checksum.
func rewrite(ts *testscript.TestScript, _ bool, args []string) {
	const head = 1 + crc32.Size // the record's version and checksum
	db, err := bbolt.Open(ts.MkAbs(args[0]), 0o600, nil)
	ts.Check(err)
	bucket, before, after := []byte("journal"), []byte(args[1]), []byte(args[2])
	prefix := slices.Concat([]byte{byte(len(ts.Getenv("THREAD")))}, []byte(ts.Getenv("THREAD")))
	ts.Check(db.Update(func(tx *bbolt.Tx) error {
		entries := tx.Bucket(bucket)
		at := entries.Cursor()
		key, entry := at.Seek(prefix)
		for bytes.HasPrefix(key, prefix) && !bytes.Contains(entry, before) {
			key, entry = at.Next()
		}
		if !bytes.HasPrefix(key, prefix) || len(before) != len(after) {
			ts.Fatalf("no entry has %q, or %q is not as long", before, after)
		}
		key, entry = bytes.Clone(key), bytes.ReplaceAll(entry, before, after)
		sum := crc32.Checksum(slices.Concat(bucket, key, entry[:1], entry[head:]), crc32.MakeTable(crc32.Castagnoli))
		binary.BigEndian.PutUint32(entry[1:], sum)
		return entries.Put(key, entry)
	}))
	ts.Check(db.Close())
}
