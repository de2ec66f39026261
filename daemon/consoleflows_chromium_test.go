package daemon_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	chrome "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ppamaild/sandbox"
	"ppamaild/sandbox/browser"
)

// mailsWithoutAThread lets Alice write n mails without a clear thread.
func (a *agency) mailsWithoutAThread(n int) {
	a.t.Helper()
	a.replies(a.lee, a.asks(), "ACCEPT")
	asked := a.gets(a.alice, "Quote please")
	a.forgets(a.lee)
	for i := range n {
		a.writes(a.alice, sandbox.Mail{Subject: "Re: " + asked.Subject,
			Text:      fmt.Sprint("Sorry, the Civic is of ", 2010+i, "."),
			InReplyTo: fmt.Sprint("unknown-", i, "@prod.outlook.test")})
		a.gets(a.lee, "Where does this mail belong?")
	}
}

// Mails without a thread are set aside together. Other reviews take no part.
func TestConsoleSetsAsideInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.mailsWithoutAThread(3)
		s.enters(a.lee)
		s.lists(".pick:nth-of-type(3)")
		s.clicks(".pick:nth-of-type(1) input")
		s.clicks(".pick:nth-of-type(2) input")
		s.fits()
		s.pictures("choose")
		s.clicks("#together button")
		s.sees(".done")
		s.pictures("set-aside")
		var left []string
		s.does(chromedp.Evaluate(`[...document.querySelectorAll(".pick input")].map((i) => i.value)`, &left))
		if len(left) != 1 {
			t.Errorf("these mails stay: %q", left)
		}
	})
}

// A reader narrows the inbox, and sees who is away.
func TestConsoleFiltersInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
		a.gets(a.lee, "Quote for")
		a.signsIn(a.dana).submits("/me/mails", "away", a.daysAhead(3))
		s.enters(a.lee)
		s.sees(".away")
		s.lists("#rows a")
		s.clicks(".filter summary")
		s.does(chromedp.SetValue(`[name="step"]`, "quote", chromedp.ByQuery),
			chromedp.SetValue(`[name="state"]`, "OR", chromedp.ByQuery),
			chromedp.SetValue(`select[name="person"]`, "unclaimed", chromedp.ByQuery))
		s.pictures("filter")
		s.clicks(".filter button")
		s.does(chromedp.WaitReady(`option[value="unclaimed"][selected]`, chromedp.ByQuery))
		s.sees("#rows a")
		s.fits()
		s.does(chromedp.SetValue(`select[name="person"]`, a.lee.Address, chromedp.ByQuery))
		s.clicks(".filter button")
		s.sees(".empty")
		s.pictures("filtered")
		s.clicks(".filter a")
		s.sees("#rows a")
	})
}

func TestConsoleAnswersInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
		a.gets(a.lee, "Please review")
		s.enters(a.lee)
		s.picks()
		s.types("#answer1", "no")
		s.fits()
		s.clicks(`button[value="ANSWER"]`)
		s.sees(".done")
		a.gets(a.lee, "Questions to")
	}, curiousRules)
}

// A member claims a thread, takes it over, answers the customer by hand, and hands it back.
func TestConsoleTakesOverInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.asks()
		s.enters(a.lee)
		s.picks()
		s.clicks("#more > summary")
		s.clicks(`button[value="CLAIM"]`)
		s.sees(".done")
		s.clicks("#more > summary")
		s.clicks(`button[value="TAKE OVER"]`)
		s.sees(".done")
		s.next()
		s.types("#letter", "Hello Alice, please call me. Lee")
		s.fits()
		s.pictures("by-hand")
		s.clicks("#reply button")
		s.sees(".done")
		says(a.t, a.gets(a.alice, "Quote please"), "please call me")
		s.clicks("#more > summary")
		s.clicks(`button[value="HAND BACK"]`)
		s.sees(".done")
		a.gets(a.lee, "Questions to")
	})
}

// An undo takes the mail back before it leaves.
func TestConsoleUndoesInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.asks()
		s.enters(a.lee)
		s.picks()
		s.clicks("#accept")
		s.sees(".done")
		s.pictures("undo")
		s.clicks(`form[action$="/undo"] button`)
		s.does(chromedp.WaitNotPresent(`form[action$="/undo"]`, chromedp.ByQuery))
		yours := a.gets(a.lee, "Over to you")
		says(a.t, yours, "Lee Tran took the mail back")
		s.goes(strings.TrimPrefix(consoleLink.FindString(yours.Text), a.cfg.Console.URL))
		s.sees("#letter")
		a.getsNothing(a.alice)
	}, withUndo)
}

func TestConsoleSearchesInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.asks()
		s.enters(a.lee)
		s.lists("#rows a")
		s.types("#search", "toyota moreno")
		s.clicks(".search button")
		s.sees(".empty")
		s.fits()
		s.types("#search", "HONDA moreno")
		s.clicks(".search button")
		s.clicks("#rows a")
		s.sees("#accept")
	})
}

// A task is given, planned, approved, revised, exported and accepted. With scripts, the page
// follows the work without a reload.
func TestConsoleTaskInChromium_Slow(t *testing.T) {
	crew := func(a *agency) { withDesk(&desk{})(a) }
	eachLook(t, func(a *agency, s *screen) {
		s.enters(a.lee)
		s.goes("/tasks")
		s.clicks(".head .button")
		s.types("#text", hendersons)
		list := filepath.Join(a.t.TempDir(), "list.csv")
		must(a.t, os.WriteFile(list, []byte("name,due\nMary Henderson,Dec 3\n"), 0o600))
		s.does(chromedp.SetUploadFiles("#file", []string{list}, chromedp.ByQuery))
		s.fits()
		s.pictures("new-task")
		s.clicks(".under button")
		s.sees(".task")
		a.gets(a.lee, "Plan: ")
		s.reloads()
		s.says("given", "Mary Henderson,Dec 3")
		s.clicks(`button[value="up crm"]`)
		s.sees(`li:nth-child(2) button[value="down crm"]`)
		s.clicks(`input[value="accounts"][name="skip"]`)
		s.fits()
		s.pictures("plan")
		s.clicks("#accept")
		s.sees(".done")
		a.gets(a.lee, "Results")
		s.reloads()
		s.sees("#findings section")
		s.fits()
		s.pictures("results")
		s.clicks("#revise-crm > summary")
		s.types("#text-crm", "last year too")
		s.clicks("#revise-crm button")
		s.sees(".done")
		a.gets(a.lee, "Results")
		s.reloads()
		s.says("results", "crm found 2")
		s.exports()
		s.clicks("#accept")
		s.sees(`progress[value="100"]`)
		s.fits()
		s.pictures("completed")
		s.clicks("#note > summary")
		s.types("#note-text", "Mary calls at noon")
		s.clicks("#note button")
		s.says("notes", "Mary calls at noon")
		s.clicks("#orders > summary")
		s.types("#hold-reason", "a dispute")
		s.clicks(`form[action$="/hold"] button`)
		s.sees("#holds .hold")
		s.fits()
		if ran := a.crew.(*desk).did(); ran != "mailbox crm analysis crm analysis" {
			a.t.Errorf("these ran: %s", ran)
		}
	}, crew)
}

// A note keeps the moves of a plan. With scripts, the note also keeps new marks.
func TestConsoleTaskKeepsMovesInChromium_Slow(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}))
	lee := a.signsIn(a.lee)
	path := lee.gives(hendersons)
	lee.reaches(path, "Approve the plan")
	for _, l := range []look{{browser.Phone, false, true}, {browser.Desk, true, false}} {
		s := a.opens(l)
		s.enters(a.lee)
		s.goes(path)
		s.clicks(`button[value="up crm"]`)
		s.sees(`li:nth-child(2) button[value="down crm"]`)
		s.clicks(`input[value="accounts"][name="skip"]`)
		s.clicks("#note > summary")
		s.types("#note-text", "Seen on "+l.String())
		s.clicks("#note button")
		s.says("notes", "Seen on "+l.String())
		s.sees(`li:nth-child(2) button[value="down crm"]`)
		if s.scripts {
			s.has(`input[value="accounts"][name="skip"]:checked`)
		}
		s.fits()
	}
}

// reloads opens the page again if no script does.
func (s *screen) reloads() {
	s.t.Helper()
	if s.scripts {
		return
	}
	path, _, _ := strings.Cut(s.path(), "?")
	s.goes(path)
}

// says waits for words in a part of the page.
func (s *screen) says(id, words string) {
	s.t.Helper()
	s.does(chromedp.WaitVisible(fmt.Sprintf(`//*[@id=%q]//pre[contains(., %q)]`, id, words),
		chromedp.BySearch))
}

// exports downloads the results of a task in each form.
func (s *screen) exports() {
	s.t.Helper()
	for kind, words := range map[string]string{
		"csv": "crm,found,1,name,Mary Henderson", "json": "crm found 2 things",
		"html": "crm found 2 things",
	} {
		if text := s.downloads(`a[href$="/results/` + kind + `"]`); !strings.Contains(text, words) {
			s.t.Errorf("the %s file is\n%s", kind, text)
		}
	}
}

// downloads clicks a link to a file and returns the content of the file.
func (s *screen) downloads(selector string) string {
	s.t.Helper()
	dir := s.t.TempDir()
	s.does(chrome.SetDownloadBehavior(chrome.SetDownloadBehaviorBehaviorAllow).
		WithDownloadPath(dir).
		WithBrowserContextID(chromedp.FromContext(s.ctx).BrowserContextID))
	s.clicks(selector)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		files, err := filepath.Glob(filepath.Join(dir, "*.*"))
		must(s.t, err)
		if len(files) == 1 && filepath.Ext(files[0]) != ".crdownload" {
			text, err := os.ReadFile(files[0])
			must(s.t, err)
			return string(text)
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.t.Fatalf("no file came from %s", selector)
	return ""
}

// keys presses keys.
func (s *screen) keys(keys string) {
	s.t.Helper()
	s.does(chromedp.KeyEvent(keys))
}

// tabs presses Tab until an element has the focus.
func (s *screen) tabs(selector string) {
	s.t.Helper()
	const most = 60
	for range most {
		var has bool
		s.does(chromedp.KeyEvent(kb.Tab), chromedp.Evaluate(
			`document.activeElement.matches('`+selector+`')`, &has))
		if has {
			return
		}
	}
	s.t.Fatalf("%d times Tab do not lead to %s", most, selector)
}

// A keyboard alone signs in and decides reviews: no mouse, no touch. With a single letter, and
// with Tab and Enter only.
func TestConsoleKeysInChromium_Slow(t *testing.T) {
	eachLiveLook(t, func(a *agency, s *screen) {
		a.asks()
		s.goes("/")
		s.sees("#address:focus")
		s.keys(a.lee.Address + kb.Enter)
		s.sees("#code:focus")
		s.keys(codeInMail.FindStringSubmatch(a.gets(a.lee, "sign-in code").Text)[1] + kb.Enter)
		s.lists("#rows a")
		s.presses("j")
		s.sees("#rows a:focus")
		s.keys(kb.Enter)
		s.sees("#accept")
		s.presses("r")
		s.sees("#reason:focus")
		s.keys("ask for her phone number")
		s.does(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
		s.sees(".note .primary")
		s.tabs(".note .primary")
		s.keys(kb.Enter)
		s.sees("#reject:not([open])")
		s.tabs("#edit > summary")
		s.keys(kb.Enter)
		s.tabs("#text")
		s.does(input.DispatchKeyEvent(input.KeyDown).WithCommands([]string{"selectAll"}))
		s.keys("Hello Alice, when were you born?")
		s.tabs(`button[value="EDIT"]`)
		s.keys(kb.Enter)
		s.sees(".done")
		says(a.t, a.gets(a.alice, "Quote please"), "when were you born?")
	})
}

// An open page survives a restart of the daemon: the typed text stays, the page follows again
// without a reload by hand, and the form decides.
func TestConsoleAfterARestartInChromium_Slow(t *testing.T) {
	eachLiveLook(t, func(a *agency, writer *screen) {
		a.asks()
		dana := a.signsIn(a.dana)
		path := dana.waits()
		reader := a.opens(writer.look)
		for _, s := range []*screen{writer, reader} {
			s.enters(a.lee)
			s.goes(path)
			s.sees("#accept")
		}
		writer.clicks("#reject > summary")
		writer.types("#reason", "ask for her phone number")
		a.stop()
		a.start()
		writer.sees("#live:not([hidden])")
		reader.goes(path) // the reload by the page may still run
		dana.decides(path, "CLAIM")
		reader.sees(".flag.own")
		a.gets(a.lee, "took over")
		dana.decides(path, "HAND BACK")
		writer.clicks("#reject button")
		writer.sees(".done, .warn")
	})
}

// On paper, the decision card is above the mail and covers nothing.
func TestConsolePrintsInChromium_Slow(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	s := a.opens(look{width: browser.Desk, scripts: true})
	s.enters(a.lee)
	s.picks()
	s.sees("#accept")
	var whole bool
	s.does(emulation.SetEmulatedMedia().WithMedia("print"), chromedp.Evaluate(`(card =>
		card.scrollHeight <= card.clientHeight + 1 && card.getBoundingClientRect().bottom <=
		document.getElementById("draft").getBoundingClientRect().top)(document.getElementById("decide"))`, &whole))
	if !whole {
		t.Error("the decision card is cut, or covers the mail")
	}
}

// The tables of a draft as plain text have columns, on the page of the thread, too.
func TestConsoleAlignsDraftsInChromium_Slow(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	s := a.opens(look{width: browser.Desk, scripts: true})
	s.enters(a.lee)
	s.picks()
	s.sees("#accept")
	review := s.path()
	const fonts = `[...document.querySelectorAll(".said.data, .ai-draft-turn .said")].map(
		(e) => getComputedStyle(e).fontFamily)`
	const prose = `[...document.querySelectorAll(".turn .said, .customer-turn .said")].map(
		(e) => getComputedStyle(e).fontFamily)`
	for _, path := range []string{review, "/t/" + strings.Split(review, "/")[2]} {
		s.goes(path)
		var all []string
		s.does(chromedp.Evaluate(fonts, &all))
		if len(all) == 0 || slices.ContainsFunc(all, func(font string) bool { return !strings.Contains(font, "monospace") }) {
			t.Errorf("%s: %q", path, all)
		}
		s.does(chromedp.Evaluate(prose, &all))
		if len(all) == 0 || slices.ContainsFunc(all, func(font string) bool { return strings.Contains(font, "monospace") }) {
			t.Errorf("%s, a customer's words: %q", path, all)
		}
	}
}
