package daemon_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ppamaild/sandbox"
	"ppamaild/sandbox/browser"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/thirdparty"
)

// posts sends a form with the cookies of the browser, and waits for an element of the answer.
func (s *screen) posts(path, shows string, form ...string) {
	s.t.Helper()
	fields, err := json.Marshal(append([]string{}, form...))
	must(s.t, err)
	s.does(chromedp.Evaluate(fmt.Sprintf(`{
		const form = document.createElement('form'), fields = %s;
		form.method = 'post';
		form.action = %q;
		for (let i = 0; i < fields.length; i += 2) {
			const field = document.createElement('input');
			[field.name, field.value] = [fields[i], fields[i + 1]];
			form.append(field);
		}
		document.querySelector('main').replaceChildren(form);
		form.submit();
	}`, fields, path), nil))
	s.sees(shows)
}

// axe-core finds no serious barrier on answers to forms: refusals, results, and pages that keep a
// text.
func TestConsoleAnswersHaveNoBarriersInChromium_Slow(t *testing.T) {
	script := thirdparty.AxeCore(t)
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}), withTestAgent, withAdmin, withUndo)
	a.asks()
	lee := a.signsIn(a.lee)
	review := lee.waits()
	digest := digestField.FindStringSubmatch(lee.visits(review))[1]
	test := lee.gives(hendersons, "test", "yes")
	lee.reaches(test, "Approve the plan")
	s := a.opens(look{width: browser.Desk, scripts: true})
	s.goes("/sign-in")
	s.posts("/sign-in/code", ".warn", "code", "000000")
	s.hasNoBarriers(script, "wrong-code")
	s.does(chromedp.EmulateViewport(browser.Desk, 900))
	s.enters(a.lee)
	for _, path := range []string{"/?state=TX", "/?q=nobody", test, test + "?skip=crm&move=down+crm"} {
		s.goes(path)
		s.hasNoBarriers(script, path)
	}
	for _, answer := range []struct {
		name, path, shows string
		form              []string
	}{
		{"asked-back", review, ".warn", []string{"word", "REJECT", "digest", digest, "text", "sing a song"}},
		{"changed", review, ".warn", []string{"word", "EDIT", "digest", "other", "text", "Hello Alice"}},
		{"refused", "/t/" + threadID.FindString(review) + "/merge", ".warn", []string{"into", "Q-ZZZZZZ"}},
		{"not-away", "/me/mails", ".warn", []string{"away", "2000-01-01"}},
		{"no-thread", "/threads/new", ".warn", []string{"address", play.Dana, "text", "She called"}},
		{"no-task", "/tasks/new", ".warn", []string{"text", " "}},
		{"no-order", "/ops/message/99/retry", ".warn", nil},
		{"no-hold", "/c/" + play.Alice + "/hold", ".warn", []string{"reason", " "}},
		{"undo", review, `form[action$="/undo"]`, []string{"word", "ACCEPT", "digest", digest}},
		{"stale", review, "#kept", []string{"word", "EDIT", "digest", digest, "text", "Hello Alice"}},
	} {
		s.goes("/")
		s.posts(answer.path, answer.shows, answer.form...)
		s.hasNoBarriers(script, answer.name)
	}
	dana := a.opens(look{width: browser.Desk, scripts: true})
	dana.enters(a.dana)
	dana.goes("/settings")
	dana.hasNoBarriers(script, "admins-only")
}

// axe-core finds no serious barrier where work failed, and in the lists of mails to choose from.
func TestConsoleTroubleHasNoBarriersInChromium_Slow(t *testing.T) {
	script := thirdparty.AxeCore(t)
	for name, path := range map[string]string{"failed": "/ops", "chosen": "/"} {
		t.Run(name, func(t *testing.T) {
			a := open(t, inProcess(t), withConsole, withAdmin)
			if name == "failed" {
				a.broken()
			} else {
				a.mailsWithoutAThread(2)
			}
			s := a.opens(look{width: browser.Desk, scripts: true})
			s.enters(a.lee)
			s.goes(path)
			s.hasNoBarriers(script, name)
			if name == "chosen" {
				s.posts("/set-aside", ".warn")
				s.hasNoBarriers(script, "none-chosen")
			}
		})
	}
}

// shown checks that the target of a link is on the screen, in the upper part.
func (s *screen) shown(id string) {
	s.t.Helper()
	s.does(chromedp.Poll(fmt.Sprintf(`(() => {
		const target = document.getElementById(%q);
		const at = target && target.checkVisibility() && target.getBoundingClientRect();
		return at && target.matches(':target') && at.top >= 0 && at.top < innerHeight * 0.9;
	})()`, id), nil))
}

// leads goes to a link with a part of a page from another page, as a click in a mail does.
func (s *screen) leads(link string) {
	s.t.Helper()
	s.does(chromedp.Navigate("about:blank"))
	s.goes(link)
	_, id, _ := strings.Cut(link, "#")
	s.shown(id)
}

// A link leads through the sign-in to its review. Links to a checkpoint, a question, a value, and
// a row of results unfold and show their part, with scripts and without.
func TestConsoleDeepLinksInChromium_Slow(t *testing.T) {
	crew := func(a *agency) { withDesk(twoSources())(a) }
	eachLook(t, func(a *agency, s *screen) {
		review := a.asks()
		path := strings.TrimPrefix(consoleLink.FindString(review.Text), a.cfg.Console.URL)
		s.goes(path)
		s.types("#address", a.lee.Address)
		s.clicks("form button")
		s.types("#code", codeInMail.FindStringSubmatch(a.gets(a.lee, "sign-in code").Text)[1])
		s.clicks("form button")
		s.sees(`.case[data-page="` + path + `"] #accept`)
		s.leads(path + "#reason")
		id := threadID.FindString(path)
		lee := a.signsIn(a.lee)
		entries := entryLink.FindAllStringSubmatch(lee.visits("/t/"+id), -1)
		s.leads("/t/" + id + "#" + entries[len(entries)-1][1])
		task, _ := lee.finds()
		s.goes(task)
		s.clicks(".shared .chip")
		var link string
		s.does(chromedp.Location(&link))
		_, row, _ := strings.Cut(link, "#")
		s.shown(row)
		s.leads(task + "#" + row)
	}, crew)
}

var (
	consoleLink = regexp.MustCompile(`http://[0-9.:]+/r/[QT]-[0-9A-Z]{6}/\d+`)
	entryLink   = regexp.MustCompile(`href="#(entry-\d+)"`)
)

// A link to a question puts the focus into its field.
func TestConsoleQuestionLinkInChromium_Slow(t *testing.T) {
	a := open(t, inProcess(t), withConsole, curiousRules)
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
	a.gets(a.lee, "Please review")
	for _, l := range []look{{browser.Phone, true, false}, {browser.Desk, false, true}} {
		s := a.opens(l)
		s.enters(a.lee)
		s.leads(a.signsIn(a.dana).waits() + "#answer1")
		s.sees("#answer1:focus")
	}
}

// News never loads the answer to a form again, because the browser would send the form twice. The
// kept text stays, and the button leads to the page of the form.
func TestConsoleAnswersStayInChromium_Slow(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	dana := a.signsIn(a.dana)
	review := dana.waits()
	s := a.opens(look{browser.Desk, false, true})
	s.enters(a.lee)
	digest := digestField.FindStringSubmatch(dana.visits(review))[1]
	dana.decides(review, "ACCEPT")
	s.goes("/")
	for range 2 { // one thread is new, however often it changes
		dana.submits("/t/"+threadID.FindString(review)+"/note", "text", "She called")
		var news string
		s.does(chromedp.Text("#live:not([hidden])", &news, chromedp.ByQuery))
		if !strings.HasPrefix(news, "1 new in the inbox") {
			t.Errorf("the inbox says %q", news)
		}
	}
	s.posts(review, "#kept", "word", "EDIT", "digest", digest, "text", "Hello Alice")
	dana.submits("/t/"+threadID.FindString(review)+"/note", "text", "She calls at noon")
	s.sees("#live:not([hidden])")
	s.sees("#kept")
	s.clicks("#live button")
	s.does(chromedp.WaitNotPresent("#kept", chromedp.ByQuery))
	s.sees("#decide")
	s.goes("/ops")
	s.posts("/ops/message/99/retry", ".warn")
	dana.submits("/t/"+threadID.FindString(review)+"/note", "text", "She called")
	s.clicks("#live button")
	s.does(chromedp.WaitNotPresent(".warn", chromedp.ByQuery))
	s.sees("#outbox")
}

// A page behind a proxy that holds events back asks every 30 seconds.
func TestConsolePollsInChromium_Slow(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	dana := a.signsIn(a.dana)
	review := dana.waits()
	s := a.opens(look{browser.Phone, false, true})
	s.enters(a.lee)
	s.does(network.Enable(), network.SetBlockedURLs().WithURLPatterns(
		[]*network.BlockPattern{{URLPattern: "*://*:*/events*", Block: true}}))
	s.goes(review)
	s.sees("#accept")
	dana.decides(review, "CLAIM")
	s.sees(".flag.own")
}

// has waits for a part of the page that matches a selector.
func (s *screen) has(selector string) {
	s.t.Helper()
	s.does(chromedp.WaitReady(selector, chromedp.ByQuery))
}

// Each key of the list below the page works, and no letter in a field is a key.
func TestConsoleEachKeyInChromium_Slow(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	a.writes(a.bob, sandbox.Mail{Subject: "My claim", Text: "I had an accident and want to file a claim."})
	a.gets(a.lee, "Over to you")
	s := a.opens(look{browser.Desk, false, true})
	s.enters(a.lee)
	s.lists(".row:nth-of-type(2)")
	for _, step := range []struct{ key, sees string }{
		{"ArrowDown", ".row:nth-of-type(1) a:focus"}, {"j", ".row:nth-of-type(2) a:focus"},
		{"ArrowUp", ".row:nth-of-type(1) a:focus"}, {"j", ".row:nth-of-type(2) a:focus"},
		{"k", ".row:nth-of-type(1) a:focus"}, {"?", "#keys[open]"}, {"/", "#search:focus"},
	} {
		s.presses(step.key)
		s.has(step.sees)
	}
	s.keys("jag?")
	s.does(chromedp.Poll(`document.activeElement.value === "jag?"`, nil))
	for _, place := range []struct{ key, sees string }{
		{"t", `a[href="/tasks"][aria-current]`}, {"i", `a[href="/"][aria-current]`},
		{"m", `a[href="/me"][aria-current]`},
	} {
		s.goes("/stats")
		s.presses("g")
		s.presses(place.key)
		s.has(place.sees)
	}
	review := a.signsIn(a.dana).waits()
	for _, step := range []struct{ key, sees string }{
		{"r", "#reason:focus"}, {"e", "#text:focus"}, {"f", "#fields[open] input:focus"},
		{"c", `[data-key="CLAIM"]:focus`}, {"t", `[data-key="TAKE OVER"]:focus`}, {"a", "#accept:focus"},
	} {
		s.goes(review)
		s.presses(step.key)
		s.has(step.sees)
	}
	s.keys(kb.Enter)
	s.sees(".done")
}
