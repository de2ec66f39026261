package daemon_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ppamaild/agent/task"
	"ppamaild/daemon"
	"ppamaild/daemon/admin"
	"ppamaild/privacy"
	"ppamaild/sandbox/play"
	"ppamaild/store"
	"ppamaild/store/codec/codectest"
)

// aliceWords are words found only in Alice's mails and in derived texts. The ZIP code is
// searched in words and as JSON, because its digits may occur in the fraction of a second by
// chance.
var aliceWords = []string{"alice@customer.test", "Alice", "Moreno", "Taylor St", "OR 97214", `"97214`, "Civic", "03/04/1985", "1985-03-04", "clean record"}

// quoted has Alice get a quote, and the thread end; it returns the thread.
func (a *agency) quoted() string {
	a.t.Helper()
	review := a.asks()
	a.replies(a.lee, review, "ACCEPT")
	a.replies(a.alice, a.gets(a.alice, "Quote please"), complete)
	a.replies(a.lee, a.gets(a.lee, "Quote for"), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.gets(a.dana, "accepted the quote")
	return review.Subject[1:9]
}

func (a *agency) cancels(thread string) {
	a.t.Helper()
	_, err := through(a, func(c admin.Commands) (string, error) { return c.Cancel(a.t.Context(), thread, "", "root") })
	must(a.t, err)
	a.gets(a.lee, "Canceled")
	a.gets(a.dana, "Canceled")
	a.rests()
}

// rests waits until nothing is under way any more.
func (a *agency) rests() {
	a.t.Helper()
	a.forgets(a.lee)
	a.forgets(a.dana)
}

func (a *agency) forget(f admin.ForgetOrder) (privacy.Receipt, error) {
	a.t.Helper()
	f.By = "root"
	done, err := through(a, func(c admin.Commands) (admin.Forgotten, error) { return c.Forget(a.t.Context(), f) })
	if err == nil && done.Left != "" {
		a.t.Errorf("left in the file: %s", done.Left)
	}
	return done.Receipt, err
}

// lacks checks that the raw file of the store has none of the words.
func (a *agency) lacks(words ...string) {
	a.t.Helper()
	raw, err := codectest.ReadFile(a.cfg.Store.Path)
	must(a.t, err)
	raw = bytes.ToLower(raw) // longer in binary data
	for _, word := range words {
		if i := bytes.Index(raw, bytes.ToLower([]byte(word))); i >= 0 {
			a.t.Errorf("the file has %q: %q", word, raw[max(0, i-200):min(len(raw), i+100)])
		}
	}
}

func (a *agency) has(words ...string) {
	a.t.Helper()
	raw, err := codectest.ReadFile(a.cfg.Store.Path)
	must(a.t, err)
	for _, word := range words {
		if !bytes.Contains(bytes.ToLower(raw), bytes.ToLower([]byte(word))) {
			a.t.Errorf("the file has no %q: nothing is proven by its absence", word)
		}
	}
}

func TestForget(t *testing.T) {
	parallel(t)
	for name, running := range map[string]bool{"of a daemon": true, "of a store": false} {
		t.Run(name, func(t *testing.T) {
			a := open(t, inProcess(t))
			thread := a.quoted()
			_, err := a.forget(admin.ForgetOrder{Addresses: []string{play.Alice}})
			refusedWith(t, thread+" is", err)
			a.cancels(thread)
			a.has("Taylor St", "alice@customer.test")
			if !running {
				a.stop()
			}
			dry, err := a.forget(admin.ForgetOrder{Addresses: []string{play.Alice}, DryRun: true})
			must(t, err)
			a.has("Taylor St", "alice@customer.test")
			receipt, err := a.forget(admin.ForgetOrder{Addresses: []string{"Alice@Customer.test"}})
			must(t, err)
			a.lacks(aliceWords...)
			if !slices.Equal(receipt.Threads, []string{thread}) || receipt.Erased.Messages == 0 || receipt.Erased != dry.Erased {
				t.Errorf("the receipt: %+v, and before: %+v", receipt, dry)
			}
			_, err = a.forget(admin.ForgetOrder{Addresses: []string{play.Alice}})
			refusedWith(t, "there is no data of", err)
			a.provesErased(thread, receipt)
		})
	}
}

// provesErased checks the remains of an erased thread.
func (a *agency) provesErased(thread string, receipt privacy.Receipt) {
	a.t.Helper()
	a.stop()
	must(a.t, a.check(a.t.Context(), a.cfg.Store.Path))
	admin, err := daemon.Connect(a.t.Context(), a.cfg)
	must(a.t, err)
	defer func() { must(a.t, admin.Close()) }()
	list, err := admin.Verify(a.t.Context(), "")
	must(a.t, err)
	for _, v := range list {
		if v.Broken != "" {
			a.t.Errorf("%s: %s", v.Thread, v.Broken)
		}
		if v.Thread == thread && (len(v.Erased) != 1 || v.Erased[0].Order != receipt.Order || v.Erased[0].By != "root") {
			a.t.Errorf("%s was erased %+v", thread, v.Erased)
		}
	}
	d, err := admin.Thread(a.t.Context(), thread)
	must(a.t, err)
	var quote store.Mail
	for _, m := range d.Mails {
		if m.Kind == store.MailCustomer && m.Status == store.MailSent {
			quote = m
		}
	}
	why, err := admin.Why(a.t.Context(), quote.MessageID)
	must(a.t, err)
	if len(why.Decisions) == 0 || why.Decisions[0].By != play.Lee || why.Decisions[0].Verdict != "accept" || why.Decisions[0].Message == "" {
		a.t.Errorf("who decided on the quote: %+v", why)
	}
	own, err := admin.Thread(a.t.Context(), "A-AGENCY")
	must(a.t, err)
	if last := own.Journal[len(own.Journal)-1]; last.Kind != privacy.KindErased || !strings.Contains(string(last.Payload), receipt.Digest) {
		a.t.Errorf("the agency's journal ends with %+v", last)
	}
}

// The mails of a spouse stay. With both addresses, all mails are erased.
func TestForgetOneOfTwo(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	thread := review.Subject[1:9]
	a.replies(a.lee, review, "ACCEPT")
	a.replies(a.bob, a.gets(a.alice, "Quote please"), "I am Bob, her husband, born 12/24/1970, and drive the Dodge Viper.")
	a.replies(a.lee, a.gets(a.lee, "Unknown sender"), "JOIN "+thread)
	a.gets(a.lee, "Done")
	a.rests()
	a.cancels(thread)
	a.has("12/24/1970", "Viper", "bob@customer.test", "Taylor St")
	receipt, err := a.forget(admin.ForgetOrder{Addresses: []string{"bob@customer.test"}})
	must(t, err)
	if len(receipt.Threads) != 0 || !slices.Equal(receipt.Shared, []string{thread}) || receipt.Erased.Messages != 1 || receipt.Erased.Entries == 0 {
		t.Errorf("the receipt: %+v", receipt)
	}
	a.has("Taylor St", "alice@customer.test")
	_, err = a.forget(admin.ForgetOrder{Addresses: []string{play.Alice, "bob@customer.test"}})
	must(t, err)
	a.lacks(append(aliceWords, "12/24/1970", "Viper", "bob@customer.test")...)
	a.stop()
	must(t, a.check(t.Context(), a.cfg.Store.Path))
}

// No later mail for an erased thread revives the thread.
func TestAfterForgetting(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	thread := review.Subject[1:9]
	a.replies(a.lee, review, "ACCEPT")
	asked := a.gets(a.alice, "Quote please")
	a.gets(a.dana, "accepted")
	a.rests()
	a.cancels(thread)
	_, err := a.forget(admin.ForgetOrder{Addresses: []string{play.Alice}})
	must(t, err)
	a.replies(a.lee, review, "REJECT: ask for her phone")
	a.gets(a.lee, "Already decided")
	a.getsNothing(a.alice)
	a.replies(a.alice, asked, complete)
	anew := a.gets(a.lee, "Please review")
	if anew.Subject[1:9] == thread {
		t.Error("her answer is in the thread that was erased")
	}
	for _, d := range a.threads() {
		if d.Thread == thread && (d.Status != store.ThreadCancelled || len(d.Participants) != 0) {
			t.Errorf("%+v", d.Summary)
		}
	}
}

// A task with results about a customer is listed, and erased if the order names the task: from
// state, journal, reviews and mails with attachments. Neither the file nor a compacted copy
// holds any part of the task.
func TestForgetTaskThatNamesThem(t *testing.T) {
	words := append(aliceWords, "lavender", "umbrella")
	d := &desk{says: func(_ task.Assignment, name string, n int) task.Result {
		return task.Result{Status: task.Found, Summary: "Alice Moreno keeps a lavender Civic", Data: json.RawMessage(`[{"name":"Alice Moreno","email":"alice@customer.test","note":"clean record"}]`), Meta: task.Meta{Quality: 1}}
	}}
	a := open(t, inProcess(t), withDesk(d))
	thread := a.quoted()
	a.cancels(thread)
	plan := a.tasks("What do we know about Alice Moreno's umbrella policy: mails, unpaid invoices, CRM notes?")
	task := threadOf(plan)
	a.replies(a.lee, plan, "ACCEPT")
	a.replies(a.lee, a.gets(a.lee, "Results"), "REVISE crm: what of her lavender Civic?")
	results := a.gets(a.lee, "Results")
	a.replies(a.lee, results, "EXPORT")
	a.gets(a.lee, "Results as files")
	a.rests()
	a.has(words...)
	_, err := a.forget(admin.ForgetOrder{Addresses: []string{play.Alice}, Tasks: []string{task}})
	refusedWith(t, task+" is awaiting_review: end it first", err)
	receipt, err := a.forget(admin.ForgetOrder{Addresses: []string{play.Alice}})
	must(t, err)
	if !slices.ContainsFunc(receipt.Kept, func(k privacy.Kept) bool {
		return k.What == task && strings.Contains(k.Why, "ppamaild forget "+play.Alice+" "+task)
	}) {
		t.Errorf("the receipt does not tell of %s: %+v", task, receipt.Kept)
	}
	a.has("lavender", "umbrella")
	a.replies(a.lee, results, "ACCEPT")
	a.gets(a.lee, "Done: you accepted")
	a.rests()
	_, err = a.forget(admin.ForgetOrder{Addresses: []string{play.Alice}, Tasks: []string{task}})
	must(t, err)
	a.lacks(words...)
	a.stop()
	must(t, a.check(t.Context(), a.cfg.Store.Path))
	_, _, err = a.upkeep().Compact(t.Context(), "")
	must(t, err)
	a.lacks(words...)
	a.has(task, play.Lee)
}
