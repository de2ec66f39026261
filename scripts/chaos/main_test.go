package main

import (
	"bytes"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"ppamaild/agent"
	"ppamaild/failpoint"
	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/play"
)

func TestMain(m *testing.M) { mailstack.Main(m) }

// The short form of `make chaos`: one kill at each failpoint of the load, and a few at random.
// Then the test tampers with a mailbox and checks that the audit notices.
func TestNothingIsLostOrDoubled_Slow(t *testing.T) {
	t.Parallel()
	host := mailstack.Start(t)
	s := startCampaign(t, host, options{})
	must(t, s.killUnderLoad(t.Context()))
	e, err := s.evidence(t.Context())
	must(t, err)
	found := e.judge()
	found.print(t.Output())
	must(t, found.verdict())

	for _, tampering := range []struct {
		name                 string
		with                 func(c *imapclient.Client, mail imap.UID, raw []byte)
		lost, doubled, wrong int // including the previous tampering
	}{
		{"removed", func(c *imapclient.Client, mail imap.UID, raw []byte) { remove(t, c, mail) }, 1, 0, 0},
		{"copied", func(c *imapclient.Client, mail imap.UID, raw []byte) { put(t, c, raw) }, 1, 1, 0},
		{"changed", func(c *imapclient.Client, mail imap.UID, raw []byte) {
			put(t, c, bytes.Replace(raw, []byte("Sunrise"), []byte("Sunset"), 1))
			remove(t, c, mail)
		}, 1, 1, 1},
		{"made up", func(c *imapclient.Client, mail imap.UID, raw []byte) {
			put(t, c, messageID.ReplaceAll(raw, []byte("${0}another.")))
		}, 1, 1, 2},
	} {
		tamper(t, host, tampering.with)
		must(t, e.readInboxes(t.Context(), s.actors))
		found := e.judge()
		if found.lost != tampering.lost || found.doubled != tampering.doubled || found.wrongs != tampering.wrong || found.verdict() == nil {
			t.Errorf("%s: lost %d, doubled %d, wrong %d: %v", tampering.name, found.lost, found.doubled, found.wrongs, found.verdict())
		}
	}
	tamperWithEvidence(t, e)
	tamperWithTask(t, e)
	s.diedAtAll(t, false)
}

// tamperWithTask gives a task other results than the approved ones, and then none.
func tamperWithTask(t *testing.T, e evidence) {
	t.Helper()
	i := slices.IndexFunc(e.threads, func(t thread) bool { return len(acceptedResults(t)) > 0 })
	state, err := agent.DecodeState(e.threads[i].Head.State)
	must(t, err)
	before := e.judge()
	state.Task.Results[0].Summary += " And more."
	e.threads[i].Head.State, err = state.Encode()
	must(t, err)
	if found := e.judge(); found.wrongs != before.wrongs+1 {
		t.Errorf("a result that nobody approved: %d wrong, before %d", found.wrongs, before.wrongs)
	}
	e.threads[i].Reviews = nil
	if found := e.judge(); found.lost == before.lost {
		t.Error("that nobody approved the results is not found")
	}
}

// One kill at each failpoint of the operator actions.
func TestOperatorActions_Slow(t *testing.T) {
	t.Parallel()
	s := startCampaign(t, apart(t), options{})
	must(t, s.runActions(t.Context()))
	s.diedAtAll(t, true)
}

// Two daemons share a database. After each kill, the other one goes on. The test is not parallel,
// because the other tests need their load in time.
func TestDaemons_Slow(t *testing.T) {
	s := startCampaign(t, apart(t), options{daemons: 2, only: "killed and taken over"})
	must(t, s.killUnderLoad(t.Context()))
	found, err := s.audit(t.Context())
	must(t, err)
	found.print(t.Output())
	must(t, found.verdict())
	if len(found.takeovers) == 0 || found.talks < s.talks/2 {
		t.Fatalf("%d takeovers, %d conversations", len(found.takeovers), found.talks)
	}
	if slowest := slices.Max(found.takeovers); slowest > 15*time.Second {
		t.Errorf("the slowest takeover took %v", slowest)
	}
}

// apart returns a mail host of this test, because the other tests count all mail.
func apart(t *testing.T) sandbox.Host {
	t.Helper()
	host, err := mailstack.New(t.Context(), mailstack.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, host.Close()) })
	return host
}

// startCampaign starts a campaign that must end without findings. With daemons, it skips the
// failpoints.
func startCampaign(t *testing.T, host sandbox.Host, o options) *campaign {
	t.Helper()
	o.kills, o.talks, o.seed, o.out = 4, len(scenarios()), 1, t.Output()
	o.wait, o.doubt, o.limit = 8*time.Second, 4*time.Second, 3*time.Minute
	if o.daemons == 0 {
		o.sweeps = 1
	}
	s, err := newCampaign(t.Context(), o, host)
	must(t, err)
	t.Cleanup(func() { must(t, s.close(!t.Failed())) })
	return s
}

// diedAtAll checks that the program died at each failpoint, of the operator actions or of the
// load.
func (s *campaign) diedAtAll(t *testing.T, actions bool) {
	t.Helper()
	for _, place := range failpoint.Names() {
		if isAction(place) == actions && !slices.Contains(s.reached, place) {
			t.Errorf("nothing died at %s", place)
		}
	}
}

var messageID = regexp.MustCompile(`(?im)^message-id: <`)

// tamper changes the second mail in Alice's INBOX.
func tamper(t *testing.T, host sandbox.Host, with func(c *imapclient.Client, mail imap.UID, raw []byte)) {
	t.Helper()
	c, err := imapclient.DialInsecure(host.IMAP().Addr(), nil)
	must(t, err)
	defer c.Close()
	user, password := host.Account(play.Alice)
	must(t, c.Login(user, password).Wait())
	_, err = c.Select("INBOX", nil).Wait()
	must(t, err)
	whole := &imap.FetchItemBodySection{Peek: true}
	mails, err := c.Fetch(imap.SeqSetNum(2), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{whole}}).Collect()
	must(t, err)
	with(c, mails[0].UID, mails[0].FindBodySection(whole))
}

func remove(t *testing.T, c *imapclient.Client, mail imap.UID) {
	t.Helper()
	_, err := c.Store(imap.UIDSetNum(mail), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Collect()
	must(t, err)
	_, err = c.Expunge().Collect()
	must(t, err)
}

func put(t *testing.T, c *imapclient.Client, raw []byte) {
	t.Helper()
	cmd := c.Append("INBOX", int64(len(raw)), nil)
	_, err := cmd.Write(raw)
	must(t, err)
	must(t, cmd.Close())
	_, err = cmd.Wait()
	must(t, err)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
