package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ppamaild/config"
	"ppamaild/sandbox/mailstack"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// Each script is a readable session at the command line.
func TestScripts(t *testing.T) {
	runScripts(t, "testdata/script", nil, map[string]func(*testscript.TestScript, bool, []string){
		"quarantine": quarantine, "seed": seed, "converse": converse, "change": change, "damage": damage, "rewrite": rewrite,
	})
}

// Each scenario is a conversation by mail, with the same result for both planners.
func TestScenarios(t *testing.T) {
	stack := mailstack.Start(t)
	for _, planner := range []config.PlannerKind{config.PlannerRules, config.PlannerLLM} {
		t.Run(string(planner), func(t *testing.T) {
			t.Parallel()
			runScripts(t, "testdata/scenario", func(env *testscript.Env) { env.Values[stageKey] = newStage(stack, planner) }, mailCommands)
		})
	}
}

// runScripts runs the scripts of a folder with this binary as ppamaild.
func runScripts(t *testing.T, dir string, setUp func(*testscript.Env), commands map[string]func(*testscript.TestScript, bool, []string)) {
	self, err := os.Executable()
	noError(t, err)
	bin := t.TempDir()
	noError(t, os.Symlink(self, filepath.Join(bin, "ppamaild")))
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv(asProgram, "1")
			if setUp != nil {
				setUp(env)
			}
			return nil
		},
		Cmds: commands,
	})
}

// quarantine creates a store with quarantined messages: quarantine STORE FILE…
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
			return errors.Join(seedOwner(tx), tx.PutInbound(in))
		}))
	}
}
