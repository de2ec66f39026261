package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ppamaild/agent"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// seed creates a store for a script: Ann and Dora wrote twice, Carl once, and Ed's thread is
// completed.
func seed(ts *testscript.TestScript, _ bool, _ []string) {
	s, err := bolt.Open(ts.MkAbs("ppamaild.db"), bolt.Options{})
	ts.Check(err)
	err = s.Update(context.Background(), func(tx store.Tx) error {
		for _, t := range []struct {
			id, name string
			messages int
			status   store.ThreadStatus
		}{
			{"Q-AAAAAA", "ann", 2, store.ThreadRunning}, {"Q-CCCCCC", "carl", 1, store.ThreadRunning},
			{"Q-DDDDDD", "dora", 2, store.ThreadRunning}, {"Q-EEEEEE", "ed", 1, store.ThreadCompleted},
		} {
			if err := seedThread(tx, t.id, t.name+"@customer.test", t.status); err != nil {
				return err
			}
			for n := range t.messages {
				if err := seedMessage(tx, t.id, t.name, n+1); err != nil {
					return err
				}
			}
		}
		return nil
	})
	ts.Check(err)
	ts.Check(s.Close())
}

var seeded = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

func seedThread(tx store.Tx, id, address string, status store.ThreadStatus) error {
	who := agent.CustomerInfo{Address: address, AnswerTo: address, Subject: "Quote"}
	state := agent.NewState(id, who)
	state.Status = status
	raw, err := state.Encode()
	if err != nil {
		return err
	}
	_, err = tx.PutHead(store.Head{Thread: id, Workflow: "quote", Status: status, CreatedAt: seeded, UpdatedAt: seeded,
		Subject: "Quote", Participants: []string{address}, State: raw})
	return err
}

// seedOwner makes a store the store of the configurations of the scripts.
func seedOwner(tx store.Tx) (err error) {
	for _, host := range []string{"127.0.0.1", "localhost", "imap.agency.test"} {
		err = errors.Join(err, tx.PutCursor(store.Cursor{Mailbox: "quotes@" + host + "/INBOX"}))
	}
	return err
}

func seedMessage(tx store.Tx, thread, name string, n int) error {
	id := fmt.Sprintf("%s%d@customer.test", name, n)
	raw := fmt.Appendf(nil, "From: %s@customer.test\r\nSubject: Quote\r\nMessage-ID: <%s>\r\n\r\nMy car, please.\r\n", name, id)
	cursor := store.Cursor{Mailbox: name + "/INBOX", UIDValidity: 1, LastUID: uint32(n)}
	in := store.Inbound{Mailbox: cursor.Mailbox, UIDValidity: 1, UID: uint32(n), InternalDate: seeded, AcceptedAt: seeded, Status: store.InboundPending}
	number, err := tx.Accept(in, raw, cursor)
	if err != nil {
		return err
	}
	in.ID, in.Status, in.Thread, in.MessageID = number, store.InboundHandled, thread, id
	if err := errors.Join(seedOwner(tx), tx.PutInbound(in)); err != nil {
		return err
	}
	if err := tx.PutMessageID(id, store.MessageRef{Thread: thread, Inbound: number}); err != nil {
		return err
	}
	payload, err := json.Marshal(agent.CustomerMessage{Mail: agent.Mail{ID: id, Subject: "Quote", Text: "My car, please.", Date: seeded}, At: seeded})
	if err != nil {
		return err
	}
	_, err = tx.Append(store.Entry{Thread: thread, At: seeded, Source: store.SourceCustomer, Kind: "message", Actor: name + "@customer.test", Ref: id}, payload)
	return err
}
