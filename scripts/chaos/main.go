// Command chaos kills ppamaild under load and counts the damage. Chaos runs the real program on
// Dovecot and Postfix with many conversations and tasks. Customers and staff have their own
// mail programs.
//
// Chaos kills the program with SIGKILL at each failpoint and then at random, restarts the
// program each time, waits until all work is done, and audits mailboxes and store. Operator
// actions, such as an admin's commands, follow one by one, each with a kill before and after.
//
// Chaos fails unless all of these hold:
//
//   - Each mail of a customer is in exactly one thread, once.
//   - Each decision counted once and got one answer.
//   - Each approved mail arrived once, with the approved bytes, and is in Sent once. No other
//     mail reached a customer.
//   - Each task was done once, by the agents of the approved plan, and ended with the approved
//     results.
//   - Each journal yields the state of its thread.
//   - The effects ledger equals the carrier's calls.
//
// If the delivery of a mail is uncertain, staff look into the customer's mailbox and decide.
// Chaos counts these cases, too.
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
	flag.IntVar(&o.daemons, "daemons", 0, "how many daemons share a PostgreSQL database; 0: one daemon and a file")
	flag.StringVar(&o.only, "only", "", "only failpoints, and faults of -daemons, with this text in their names")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := chaos(ctx, o); err != nil {
		fmt.Fprintf(os.Stderr, "chaos: %v\n", err)
		os.Exit(1)
	}
}

// chaos runs the campaign and prints the table.
func chaos(ctx context.Context, o options) error {
	host, err := mailstack.New(ctx, mailstack.Options{})
	if err != nil {
		return err
	}
	defer host.Close() // the mailboxes are in a temporary folder
	s, err := newCampaign(ctx, o, host)
	if err != nil {
		return err
	}
	err = s.run(ctx)
	return errors.Join(err, s.close(err == nil))
}
