package daemon_test

import (
	"os"

	"ppamaild/daemon/admin"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
	"ppamaild/store/crypt"
)

// A paused store records how a store reached a pause, and how work resumes.
type pausedStore struct {
	with          []func(a *agency) // other records of the agency
	pause, resume func(a *agency)
}

var paused = map[string]pausedStore{
	"awaiting_review": {
		pause:  func(a *agency) { a.asks() },
		resume: func(a *agency) { a.accepts("Questions to") },
	},
	"awaiting_customer": {
		pause: func(a *agency) {
			a.replies(a.lee, a.asks(), "ACCEPT")
			a.gets(a.alice, "Quote please")
			a.gets(a.lee, "Done")
		},
		resume: func(a *agency) {
			a.replies(a.alice, a.gets(a.alice, "Quote please"), complete)
			a.accepts("Quote for")
		},
	},
	"handed_over": {
		pause: func(a *agency) {
			a.replies(a.lee, a.asks(), "TAKE OVER")
			a.gets(a.lee, "Over to you")
		},
		resume: func(a *agency) {
			a.replies(a.lee, a.gets(a.lee, "Over to you"), "SEND: Which year is it, and who drives it?")
			a.gets(a.alice, "Quote please")
		},
	},
	"uncertain": {
		pause: func(a *agency) {
			review := a.asks()
			a.host.(*sandbox.Server).Inject(sandbox.Fault{Recipient: play.Alice, Drop: true, Lost: true})
			a.replies(a.lee, review, "ACCEPT")
			a.gets(a.lee, "Did this mail arrive")
		},
		resume: func(a *agency) {
			a.replies(a.lee, a.gets(a.lee, "Did this mail arrive"), "RESEND")
			a.gets(a.alice, "Quote please")
		},
	},
	"encrypted": {
		with:   []func(*agency){withTestKey},
		pause:  func(a *agency) { a.asks() },
		resume: func(a *agency) { a.accepts("Questions to") },
	},
	"plan": {
		with:  []func(*agency){func(a *agency) { withDesk(&desk{})(a) }},
		pause: func(a *agency) { a.tasks(hendersons) },
		resume: func(a *agency) {
			a.replies(a.lee, a.gets(a.lee, "Plan: The Hendersons"), "ACCEPT")
			says(a.t, a.gets(a.lee, "Results: The Hendersons"), "crm found 1 things", "mailbox found 1 things")
		},
	},
	"forgotten_and_held": {
		pause: func(a *agency) {
			thread := a.asks().Subject[1:9]
			a.writes(a.bob, sandbox.Mail{Subject: "Quote for Bob", Text: "Hello, I would like a quote for my 2019 Honda Civic.\n"})
			a.gets(a.lee, "Questions to")
			a.hold(admin.HoldOrder{On: "bob@customer.test", Reason: "a claim"})
			a.cancels(thread)
			_, err := a.forget(admin.ForgetOrder{Addresses: []string{play.Alice}})
			must(a.t, err)
		},
		resume: func(a *agency) {
			_, err := a.forget(admin.ForgetOrder{Addresses: []string{play.Alice}})
			refusedWith(a.t, "there is no data of", err)
			_, err = a.forget(admin.ForgetOrder{Addresses: []string{"bob@customer.test"}})
			refusedWith(a.t, "bob@customer.test is on hold (root, ", err)
			a.hold(admin.HoldOrder{On: "bob@customer.test", Release: true})
			a.lacks(play.Alice, "Taylor St")
			a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
			a.gets(a.bob, "Quote for Bob")
		},
	},
}

// accepts has Lee accept a review, and Alice get what was accepted.
func (a *agency) accepts(subject string) {
	a.t.Helper()
	a.replies(a.lee, a.gets(a.lee, subject), "ACCEPT")
	a.gets(a.alice, "Quote please")
}

// withTestKey encrypts the store with a key that anyone may know.
func withTestKey(a *agency) {
	text, err := os.ReadFile("testdata/stores/test.key")
	must(a.t, err)
	a.cfg.Store.Keys, err = crypt.Parse(string(text))
	must(a.t, err)
}

func (a *agency) hold(h admin.HoldOrder) {
	a.t.Helper()
	h.By = "root"
	_, err := through(a, func(c admin.Commands) (store.Hold, error) { return c.Hold(a.t.Context(), h) })
	must(a.t, err)
}
