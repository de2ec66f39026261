// Command chaos breaks ppamaild and counts what came of it. It runs the real
// program on Dovecot and Postfix under a load of conversations, and of tasks for several
// agents, whose customers and staff have mail programs of their own, kills it with
// SIGKILL at every failpoint and then at random moments, starts it again each time, lets
// it settle, and audits mailboxes and store. What the load does not come to, such as an
// admin's orders, is done after that, one by one, with the program killed before and
// after each.
//
// It promises to end with an error unless each mail of a customer's is in exactly
// one thread, once; each decision counted once and was answered once; each approved
// mail arrived once, with the bytes that were approved, and lies in Sent once; nothing
// else reached a customer; each task was done once, by the agents of the plan that was
// approved, and ended with the results that were; each journal yields its thread's
// state; and what the carrier did is what the effects ledger says. A mail of which
// nobody can tell whether it left is put to staff, who look into the customer's mailbox
// and decide: those are counted too.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"ppamaild/sandbox/mailstack"
)

func main() {
	o := options{out: os.Stdout}
	flag.IntVar(&o.kills, "kills", 500, "how often to kill at random, after the failpoints")
	flag.IntVar(&o.sweeps, "sweeps", 2, "how often to kill at each failpoint")
	flag.IntVar(&o.mails, "mails", 10_000, "go on until so many mails were read or written")
	flag.IntVar(&o.talks, "talks", 24, "conversations at a time")
	flag.DurationVar(&o.wait, "wait", time.Minute, "how long a customer who does not answer is waited for")
	flag.DurationVar(&o.doubt, "doubt", 20*time.Second, "how long staff look for a mail of which nobody can tell whether it left")
	flag.DurationVar(&o.limit, "time", 30*time.Minute, "when to end at the latest, whatever is left to do")
	flag.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()), "for the order of things")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := chaos(ctx, o); err != nil {
		fmt.Fprintf(os.Stderr, "chaos: %v\n", err)
		os.Exit(1)
	}
}

// chaos breaks the program and prints the table.
func chaos(ctx context.Context, o options) error {
	host, err := mailstack.New(ctx, mailstack.Options{})
	if err != nil {
		return err
	}
	defer host.Close() // its files are in a temporary folder
	s, err := newSiege(ctx, o, host)
	if err != nil {
		return err
	}
	err = s.storm(ctx)
	return errors.Join(err, s.close(err == nil))
}
