package daemon

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/outbox"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/recovery"
	"ppamaild/daemon/refusal"
	"ppamaild/mailbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// Only what the store can't know to have left is looked for in Sent.
func TestWhatIsLookedForInSent(t *testing.T) {
	o := newOffline(t)
	before, restored, after := o.at.Add(-time.Hour), o.at, o.at.Add(time.Hour)
	o.must(o.Store.Update(t.Context(), func(tx store.Tx) error {
		for n, made := range []time.Time{before, after} {
			if err := tx.PutReview(store.Review{Thread: "Q-1", Number: n + 1, Status: store.ReviewOpen, CreatedAt: made}); err != nil {
				return err
			}
		}
		return nil
	}))
	const shown, fresh = 1, 2 // reviews
	customer := store.Mail{Thread: "Q-1", Kind: store.MailCustomer}
	for what, c := range map[string]struct {
		review        int
		created, sent time.Time
		kind          store.MailKind
		want          bool
	}{
		"made before":               {0, before, time.Time{}, store.MailCustomer, true},
		"made after":                {0, after, time.Time{}, store.MailCustomer, false},
		"shown before":              {shown, after, time.Time{}, store.MailCustomer, true},
		"shown after":               {fresh, after, time.Time{}, store.MailCustomer, false},
		"approved before":           {shown, before, time.Time{}, store.MailCustomer, true},
		"sent, and to be sent anew": {shown, before, before, store.MailCustomer, false},
		"to staff":                  {shown, before, time.Time{}, store.MailReview, false},
	} {
		m := customer
		m.Review, m.CreatedAt, m.SentAt, m.Kind = c.review, c.created, c.sent, c.kind
		for _, was := range []bool{false, true} {
			mark := store.Restoration{}
			if was {
				mark.At = restored
			}
			o.must(o.Store.Update(t.Context(), func(tx store.Tx) error { return tx.PutRestoration(mark) }))
			o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
				got, err := outbox.FixedBeforeRestore(tx, m)
				if got != (c.want && was) {
					t.Errorf("a mail %s, where the store was restored %v: %v", what, was, got)
				}
				return err
			}))
		}
	}
}

// The journal records that Sent holds a mail from before the restore in the commit that marks
// the mail as sent, after a crash at any point.
func TestWhatLiesInSentIsNotedAsItCounts(t *testing.T) {
	o := newOffline(t)
	m := o.toAlice()
	raw := "Message-ID: <" + m.MessageID + ">\r\nSubject: x\r\n\r\nx\r\n"
	o.must(o.sentFolders[agency.RoleCustomer].Append(o.Context(), []byte(raw)))
	o.must(o.Store.Update(t.Context(), func(tx store.Tx) (err error) {
		m.Status = store.MailQueued
		m.ID, err = tx.AddMail(m, []byte(raw))
		return errors.Join(err, tx.PutRestoration(store.Restoration{At: o.at.Add(time.Hour)}))
	}))
	m = o.mail(m.ID)
	sound := o.Store
	o.Store = &mortal{Store: sound, left: 1, after: true}
	if is, err := o.Daemon.outbox.FoundAfterRestore(t.Context(), m); !is || !errors.Is(err, errKilled) {
		t.Fatalf("it lies in Sent: %v, %v", is, err)
	}
	o.Store = sound
	if status, n := o.mail(m.ID).Status, o.noted(m.Thread, journal.KindFoundInSent); status != store.MailSent || n != 1 {
		t.Errorf("it is %s, with %d notes in the journal", status, n)
	}
}

// If Sent can't be searched for a mail from before the restore, the mail waits, and the outbox
// states the reason. The daemon neither sends the mail nor searches continuously.
func TestWhatCantBeLookedForInSentWaits(t *testing.T) {
	o := newOffline(t)
	m, raw := o.toAlice(), []byte("Subject: x\r\n\r\nx\r\n")
	o.must(o.Store.Update(t.Context(), func(tx store.Tx) (err error) {
		m.Status = store.MailQueued
		m.ID, err = tx.AddMail(m, raw)
		return errors.Join(err, tx.PutRestoration(store.Restoration{At: o.at.Add(time.Hour), Released: o.at.Add(time.Hour)}))
	}))
	account := o.Config.Mailbox.Customer
	account.SentFolder = "Nowhere"
	there := o.sentFolders[agency.RoleCustomer]
	nowhere, err := mailbox.NewSent(configured.Account(account, o.tokens))
	o.must(err)
	defer nowhere.Close()
	o.sentFolders[agency.RoleCustomer] = nowhere
	if held, err := o.Daemon.outbox.FoundAfterRestore(t.Context(), o.mail(m.ID)); !held || err != nil {
		t.Errorf("it is held: %v, %v", held, err)
	}
	m = o.mail(m.ID)
	if m.Status != store.MailQueued || m.NextAt.Before(o.Now().Add(outbox.RecheckAfterRestore)) || !strings.Contains(m.LastError, "Sent can't be searched for it: opening folder") {
		t.Errorf("it is %s until %s: %s", m.Status, m.NextAt, m.LastError)
	}
	o.must(o.Store.Update(t.Context(), func(tx store.Tx) error { m.NextAt = o.Now(); return tx.PutMail(m) }))
	o.sentFolders[agency.RoleCustomer] = there
	if held, err := o.Daemon.outbox.FoundAfterRestore(t.Context(), m); held || err != nil {
		t.Errorf("with a Sent in which it does not lie it is held: %v, %v", held, err)
	}
}

// A call made after the backup is unknown to the store: the question to staff says so clearly.
func TestACallFromBeforeARestoreMayHaveBeenMade(t *testing.T) {
	o := newOffline(t)
	for stage, hours := range map[agent.Stage]map[time.Duration]bool{
		agent.StageToolCall: {-time.Hour: true, time.Hour: false},
		agent.StagePlan:     {-time.Hour: false},
	} {
		for begun, want := range hours {
			thread := viewOf(o.Daemon, store.Head{Thread: "T-1", Workflow: store.WorkflowTask, CreatedAt: o.at.Add(begun)})
			thread.Restored, thread.State.Task = o.at, &task.Task{}
			thread.Proposed = &agent.Proposal{Stage: stage, Digest: "d"}
			v, err := thread.StepView(t.Context(), store.Review{Thread: "T-1", Number: 1, Digest: "d", Step: string(stage)}, "ref")
			o.must(err)
			if got := slices.Contains(v.Warnings, o.Say("notify.made_before")); got != want {
				t.Errorf("%s of a thread from %v: %q", stage, begun, v.Warnings)
			}
		}
	}
}

// restoredAndAbandoned is a restored store with an unreadable agency thread, so that staff
// could not be asked about the release of mail. mended makes the thread readable again.
func restoredAndAbandoned(t *testing.T) (o *offline, mended func()) {
	o = newOffline(t)
	o.must(o.Store.Update(t.Context(), func(tx store.Tx) error {
		_, err := tx.Enqueue(queue.NewEvent(o.Now(), journal.AgencyThread, queue.KindRestored, notify.RestoredData{At: o.at, By: "root", File: "old.db"}))
		return errors.Join(err, tx.PutRestoration(store.Restoration{At: o.at, By: "root", File: "old.db", Reconciled: o.at}))
	}))
	var sound []byte
	setState := func(state []byte) {
		o.must(o.Store.Update(t.Context(), func(tx store.Tx) error {
			head, err := tx.Head(journal.AgencyThread)
			o.must(err)
			sound, head.State = head.State, state
			_, err = tx.PutHead(head)
			return err
		}))
	}
	setState([]byte("{"))
	for range queue.MaxAttempts {
		_ = o.runner.RunThread(t.Context(), journal.AgencyThread) // fails, but for the last
	}
	if got := o.outbox(play.Lee); len(got) > 0 {
		t.Fatalf("Lee got %q", got)
	}
	return o, func() { setState(sound) }
}

// While staff can't be asked whether mail may leave again they are asked time and again:
// else none would ever.
func TestTheReleaseIsAskedForUntilItCanBe(t *testing.T) {
	o, mended := restoredAndAbandoned(t)
	o.at = o.at.Add(recovery.AskAgainAfter)
	_, err := o.Daemon.upkeep.FireDue(t.Context())
	o.must(err)
	for range queue.MaxAttempts {
		_ = o.runner.RunThread(t.Context(), journal.AgencyThread)
	}
	mended()
	o.passes(o.at.Add(recovery.AskAgainAfter))
	if got := o.outbox(play.Lee); len(got) != 1 || !strings.Contains(got[0], "Restored from a backup") {
		t.Fatalf("Lee got %q", got)
	}
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
		mark, err := tx.Restoration()
		if mark.Review == 0 {
			t.Error("the store does not know which review asks")
		}
		return err
	}))
}

// An admin may let mail leave of which staff could not be asked; then they are not.
func TestAnAdminReleasesWhatStaffCouldNotBeAskedAbout(t *testing.T) {
	o, mended := restoredAndAbandoned(t)
	r, err := NewAdmin(o.Store, o.Config).Release(t.Context(), "root")
	o.must(err)
	if r.At.IsZero() {
		t.Errorf("released: %+v", r)
	}
	mended()
	o.passes(o.at.Add(recovery.AskAgainAfter))
	for _, subject := range o.outbox(play.Lee) {
		if strings.Contains(subject, "Restored") {
			t.Errorf("Lee is asked: %s", subject)
		}
	}
}

// Nothing is held where nothing was restored.
func TestNothingToRelease(t *testing.T) {
	o := newOffline(t)
	_, err := NewAdmin(o.Store, o.Config).Release(t.Context(), "root")
	if _, refused := errors.AsType[refusal.Error](err); !refused || !strings.Contains(err.Error(), "not restored from a backup") {
		t.Errorf("releasing comes to %v", err)
	}
}
