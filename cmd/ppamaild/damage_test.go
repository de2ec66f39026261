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

// damage does to a closed store what a bad disk does: damage record|page|cut STORE.
func damage(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[1])
	file, err := os.ReadFile(path)
	ts.Check(err)
	switch args[0] {
	case "record": // a bit of the head of Q-CCCCCC
		key := []byte("Q-CCCCCC")
		mark := append(bytes.Clone(key), 1) // it stands before a record of version 1
		if !bytes.Contains(file, mark) {
			ts.Fatalf("the store has no such head")
		}
		// A page that was freed may hold an older copy: all of them are struck.
		for at := 0; bytes.Contains(file[at:], mark); {
			at += bytes.Index(file[at:], mark) + len(mark)
			file[at+19] ^= 1
		}
	case "page": // what kind each page is, but for the first two
		for at := 2 * os.Getpagesize(); at < len(file); at += os.Getpagesize() {
			file[at+8] ^= 0xff
		}
	case "cut":
		file = file[:5*os.Getpagesize()]
	}
	ts.Check(os.WriteFile(path, file, 0o600))
}

// rewrite does to a closed store what somebody does who may write the file and knows its
// format: in the first entry of $THREAD's journal that has OLD stands NEW, as long as
// it, and the entry's checksum is right. rewrite STORE OLD NEW
func rewrite(ts *testscript.TestScript, _ bool, args []string) {
	const head = 1 + crc32.Size // the record's version, and its checksum
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
