package main

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/daemon/storefile"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// converse runs a daemon for the first mails of a conversation. Alice's request lacks facts,
// and Lee rejects the questions. Then Lee takes the thread over. $THREAD has the thread's id, $REVIEW has the Message-ID of Lee's
// review, and ppamaild.toml names the store.
func converse(ts *testscript.TestScript, _ bool, _ []string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	ts.Check(err)
	ts.Defer(func() { ts.Check(host.Close()) }) // the configuration names a file of the host
	file, err := play.WriteConfig(ts.MkAbs("."), host)
	ts.Check(err)
	cfg, err := config.Load(file)
	ts.Check(err)
	alice, err := sandbox.NewPerson(ctx, host, "Alice Moreno", play.Alice)
	ts.Check(err)
	lee, err := sandbox.NewPerson(ctx, host, "Lee Tran", play.Lee)
	ts.Check(err)

	ready, ended := make(chan struct{}), make(chan error, 1)
	d, err := daemon.New(ctx, daemon.Options{Config: cfg, OnReady: func() { close(ready) }})
	ts.Check(err)
	running, stop := context.WithCancel(ctx)
	go func() { ended <- d.Run(running) }()
	<-ready
	_, err = alice.Send(ctx, sandbox.Mail{To: []string{play.Quotes}, Subject: "Quote please", Text: "I'm Alice Moreno, and my SSN is 123-45-6789. I'd like a quote for my 2019 Honda Civic."})
	ts.Check(err)
	asked := func(words string) sandbox.Received {
		m, err := lee.Wait(ctx, func(m sandbox.Received) bool { return strings.Contains(m.Subject, words) })
		ts.Check(err)
		return m
	}
	review := asked("Questions to")
	_, err = lee.Reply(ctx, review, "REJECT: shorter")
	ts.Check(err)
	_, err = lee.Reply(ctx, asked("Questions to"), "TAKE OVER")
	ts.Check(err)
	asked("Over to you")
	stop()
	ts.Check(<-ended)
	ts.Check(d.Close())
	_, id, _ := strings.Cut(review.Subject, "[")
	id, _, _ = strings.Cut(id, "]")
	ts.Setenv("THREAD", id)
	ts.Setenv("REVIEW", review.MessageID)
}

// change edits a thread in the store: erase N, or forge OLD NEW in the state.
func change(ts *testscript.TestScript, _ bool, args []string) {
	cfg, err := config.Load(ts.MkAbs("ppamaild.toml"))
	ts.Check(err)
	s, err := storefile.Open(cfg)
	ts.Check(err)
	thread := ts.Getenv("THREAD")
	ts.Check(s.Update(context.Background(), func(tx store.Tx) error {
		if args[0] == "erase" {
			n, err := strconv.ParseUint(args[1], 10, 64)
			if err != nil {
				return err
			}
			return tx.Erase(thread, n)
		}
		h, err := tx.Head(thread)
		if err != nil {
			return err
		}
		h.State = bytes.ReplaceAll(h.State, []byte(args[1]), []byte(args[2]))
		_, err = tx.PutHead(h)
		return err
	}))
	ts.Check(s.Close())
}
