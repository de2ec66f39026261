package main

import (
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

const who = "lee@agency.test"

// signsIn signs Lee in.
func (b *browser) signsIn(d *demo) {
	b.goes("/sign-in")
	b.types("#address", who)
	b.pictures("sign-in", "390")
	b.clicks("form button")
	b.sees("#code")
	if b.err != nil {
		return
	}
	code, err := d.code(b.ctx)
	if err != nil {
		b.err = err
		return
	}
	b.types("#code", code)
	b.clicks("form button")
	b.sees(".tabs")
}

// reviews accepts a quote.
func (b *browser) reviews() {
	b.sees(`//*[@id="rows"]//a[contains(., "Quote for Bob")]`)
	b.pictures("inbox", "1200", "390")
	b.clicks(`//*[@id="rows"]//a[contains(., "Quote for Bob")]`)
	b.sees("#accept")
	b.pictures("review", "1200", "390-dark")
	b.clicks("#reject > summary")
	b.pictures("send-back", "390")
	b.clicks("#reject > summary")
	b.clicks("#accept")
	b.sees(".done")
	b.goes(b.link("/t/Q-"))
	b.pictures("thread", "1200")
}

// tasks takes a task from its text to its files, and begins a test.
func (b *browser) tasks() {
	b.goes("/tasks/new")
	b.types("#subject", "The Hendersons")
	b.types("#text", "What do we know about the Hendersons: mails, unpaid invoices, CRM notes?")
	b.pictures("new-task", "1200")
	b.clicks(".under button")
	b.sees("#plan")
	b.clicks(`button[value="up crm"]`)
	b.sees(`li:nth-child(2) button[value="down crm"]`)
	b.pictures("plan", "1200", "390")
	b.clicks("#accept")
	b.sees("#revise-crm")
	b.clicks("#revise-crm > summary")
	b.types("#text-crm", "also Ifeoma Okafor")
	b.clicks("#revise-crm button")
	b.sees(`//*[@id="results"]//*[contains(., "Okafor")]`)
	b.sees("#revise-crm")
	b.pictures("results", "1200", "390-dark")
	for _, kind := range []string{"html", "csv", "json"} {
		b.exports(kind)
	}
	b.clicks("#accept")
	b.sees(`progress[value="100"]`)
	b.goes("/tasks/new?from=" + strings.TrimPrefix(b.path(), "/tasks/"))
	b.clicks(`input[name="test"]`)
	b.clicks(".under button")
	b.sees("#plan")
	b.pictures("test", "1200")
}

// exports checks that the results download as a file.
func (b *browser) exports(kind string) {
	var text string
	b.doing = "downloading " + kind
	b.does(chromedp.Evaluate(fmt.Sprintf(
		`fetch(location.pathname + "/results/%s").then((r) => r.text())`, kind), &text, await))
	if b.err == nil && !strings.Contains(text, "Okafor") {
		b.err = fmt.Errorf("the %s file is\n%s", kind, text)
	}
}

func await(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// offices shows the pages around single threads.
func (b *browser) offices() {
	b.goes("/c/bob@customer.test")
	b.pictures("customer", "1200")
	b.goes("/threads/new?address=ana@customer.test&name=Ana+Lopez")
	b.types("#words", "I’m Ana Lopez. I need a quote for my 2019 Honda Civic, kept in Portland, OR.")
	b.pictures("new-thread", "1200")
	b.goes("/ops")
	b.pictures("operations", "1200")
	b.goes("/stats")
	b.pictures("numbers", "1200-dark")
	b.goes("/me")
	b.pictures("me", "390")
	b.goes("/settings")
	b.pictures("settings", "1200")
	b.goes("/settings/preview?name=quote&language=en&look=dark")
	b.pictures("preview", "390")
}
