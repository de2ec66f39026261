package main

import (
	"bytes"
	"os"

	"github.com/rogpeppe/go-internal/testscript"
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
