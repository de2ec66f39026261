package main

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ppamaild/sandbox"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// Each script is a session at the command line that anyone can read.
func TestScripts(t *testing.T) {
	self, err := os.Executable()
	noError(t, err)
	commands := maps.Clone(mailCommands)
	commands["quarantine"], commands["seed"], commands["damage"] = quarantine, seed, damage
	commands["converse"], commands["change"] = converse, change
	bin := t.TempDir()
	noError(t, os.Symlink(self, filepath.Join(bin, "ppamaild")))
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv(asProgram, "1")
			env.Values[stageKey] = &stage{people: map[string]*sandbox.Person{}, last: map[string]sandbox.Received{}}
			return nil
		},
		Cmds: commands,
	})
}

// quarantine makes a store in which messages lie in quarantine: STORE FILE…
func quarantine(ts *testscript.TestScript, _ bool, args []string) {
	s, err := bolt.Open(ts.MkAbs(args[0]), bolt.Options{})
	ts.Check(err)
	defer func() { ts.Check(s.Close()) }()
	for i, file := range args[1:] {
		in := store.Inbound{Mailbox: "INBOX", UIDValidity: 1, UID: uint32(i + 1)}
		ts.Check(s.Update(context.Background(), func(tx store.Tx) (err error) {
			if in.ID, err = tx.Accept(in, []byte(ts.ReadFile(file)), store.Cursor{Mailbox: in.Mailbox}); err != nil {
				return err
			}
			in.Status, in.Reason = store.InboundQuarantined, "it broke"
			return tx.PutInbound(in)
		}))
	}
}
