package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ppamaild/agent/planner/simulated"
	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/openai"
	"ppamaild/sandbox/play"
)

// mailCommands turn a script into a conversation by mail:
//
//	agency [FILE]            creates accounts on Dovecot and Postfix and runs the daemon with the scenario's planner;
//	                         the file's lines are added to [review]
//	send PERSON FILE         sends a new mail to the quote address; the file has a subject, a blank line and the text
//	await PERSON SUBJECT     waits for the person's next mail with a matching subject
//	says WORDS               fails unless the awaited mail has the words, in any layout; ! says inverts the check
//	reply PERSON TEXT        replies to the person's last mail; TEXT may name a .txt file
//	nothing PERSON           fails if the person has an unread mail
//
// await sets $MESSAGE to the Message-ID, and for a mail of a thread $THREAD to the thread's id.
// Scripts use the addresses of package play. On the servers each address has the scenario's tag.
var mailCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"agency":  onStage((*stage).agency),
	"send":    onStage((*stage).send),
	"await":   onStage((*stage).await),
	"reply":   onStage((*stage).reply),
	"nothing": onStage((*stage).nothing),
	"says": func(ts *testscript.TestScript, neg bool, args []string) {
		s := stageOf(ts)
		if found := strings.Contains(flat(s.shown.Text), flat(args[0])); found == neg {
			ts.Fatalf("the mail %q says %q: %t\n%s", s.shown.Subject, args[0], found, s.shown.Text)
		}
	},
}

// stage is the environment of a script's conversation.
type stage struct {
	host    sandbox.Host
	planner config.PlannerKind
	tag     string // distinguishes this stage's addresses from all others at host
	people  map[string]*sandbox.Person
	last    map[string]sandbox.Received // last mail of each person
	shown   sandbox.Received            // last awaited mail, without tags
}

func newStage(host sandbox.Host, planner config.PlannerKind) *stage {
	return &stage{host: host, planner: planner, people: make(map[string]*sandbox.Person), last: make(map[string]sandbox.Received)}
}

// stageKey is the key of the stage in a script's environment.
const stageKey = "stage"

func stageOf(ts *testscript.TestScript) *stage { return ts.Value(stageKey).(*stage) }

func onStage(do func(s *stage, ts *testscript.TestScript, args []string)) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg {
			ts.Fatalf("this command can't be negated")
		}
		do(stageOf(ts), ts, args)
	}
}

// cast are the people in scripts.
var cast = map[string][2]string{
	"alice": {"Alice Moreno", play.Alice}, "bob": {"Bob Stone", "bob@customer.test"},
	"lee": {"Lee Tran", play.Lee}, "dana": {"Dana Reyes", play.Dana},
}

func (s *stage) agency(ts *testscript.TestScript, args []string) {
	s.tag = fmt.Sprintf(".%s-%s", ts.Name(), s.planner)
	for _, a := range sandbox.DefaultAccounts() {
		ts.Check(s.host.AddAccount(s.tagged(a.Address), a.Password))
	}
	for name, who := range cast {
		var err error
		s.people[name], err = sandbox.NewPerson(context.Background(), s.host, who[0], s.tagged(who[1]))
		ts.Check(err)
	}
	d := &process{config: s.configure(ts, args), log: ts.MkAbs("daemon.log")}
	ts.Check(d.start(context.Background()))
	ts.Defer(func() { ts.Check(d.stop()) })
}

// configure writes the daemon's configuration and returns the path.
func (s *stage) configure(ts *testscript.TestScript, args []string) string {
	file, err := play.WriteConfig(ts.MkAbs("."), s.host)
	ts.Check(err)
	base, err := os.ReadFile(file)
	ts.Check(err)
	text := s.tagged(string(base))
	if len(args) > 0 {
		text += ts.ReadFile(args[0])
	}
	if s.planner == config.PlannerLLM {
		text += s.model(ts)
	}
	ts.Check(os.WriteFile(file, []byte(text), 0o600))
	return file
}

// model starts a simulated model with good answers, and returns the daemon's configuration for
// the model. The script fails if the model gets no request, or a request that the real API
// would refuse.
func (s *stage) model(ts *testscript.TestScript) (configuration string) {
	var failed atomic.Pointer[error]
	server, err := openai.Start(openai.Options{Key: "sk-sandbox", Name: "made-up", Model: openai.Calling(simulated.Answer, func(err error) { failed.Store(&err) })})
	ts.Check(err)
	ts.Defer(func() {
		ts.Check(server.Close())
		if err := failed.Load(); err != nil {
			ts.Fatalf("the model: %v", *err)
		}
		asked := server.Seen()
		for _, seen := range asked {
			if seen.Status != http.StatusOK {
				ts.Fatalf("HTTP %d to %+v", seen.Status, seen.Request)
			}
		}
		if len(asked) == 0 {
			ts.Fatalf("the model was not asked")
		}
	})
	return modelOf(server)
}

// modelOf returns the configuration for a server's model.
func modelOf(server *openai.Server) string {
	return fmt.Sprintf("[planner]\nkind = \"llm\"\nbase_url = %q\nmodel = \"made-up\"\napi_key = \"sk-sandbox\"\n", server.BaseURL())
}

var addresses = regexp.MustCompile(`@(agency|customer)\.test`)

// tagged adds this stage's tag to the addresses in a text.
func (s *stage) tagged(text string) string { return addresses.ReplaceAllString(text, s.tag+"$0") }

// untagged removes the tag from the addresses in a text.
func (s *stage) untagged(text string) string { return strings.ReplaceAll(text, s.tag+"@", "@") }

func (s *stage) send(ts *testscript.TestScript, args []string) {
	subject, text, found := strings.Cut(ts.ReadFile(args[1]), "\n\n")
	if !found {
		ts.Fatalf("%s has no blank line below its subject", args[1])
	}
	_, err := s.person(ts, args[0]).Send(context.Background(), sandbox.Mail{To: []string{s.tagged(play.Quotes)}, Subject: subject, Text: text})
	ts.Check(err)
}

func (s *stage) await(ts *testscript.TestScript, args []string) {
	want, err := regexp.Compile(args[1])
	ts.Check(err)
	ctx, cancel := context.WithTimeout(context.Background(), 40*time.Second)
	defer cancel()
	var others []string
	m, err := s.person(ts, args[0]).Wait(ctx, func(m sandbox.Received) bool {
		others = append(others, m.Subject)
		return want.MatchString(s.untagged(m.Subject))
	})
	if err != nil {
		slices.Sort(others) // Wait checks each mail repeatedly
		ts.Fatalf("%v; they have %q", err, slices.Compact(others))
	}
	s.last[args[0]] = m
	m.Subject, m.Text = s.untagged(m.Subject), s.untagged(m.Text)
	s.shown = m
	ts.Logf("%s to %s: %s\n%s", m.From.Address, args[0], m.Subject, m.Text)
	ts.Setenv("MESSAGE", m.MessageID)
	if found := threadTag.FindStringSubmatch(m.Subject); found != nil {
		ts.Setenv("THREAD", found[1])
	}
}

var threadTag = regexp.MustCompile(`\[([A-Z]-[0-9A-Z]+)\]`)

func (s *stage) reply(ts *testscript.TestScript, args []string) {
	text := args[1]
	if strings.HasSuffix(text, ".txt") {
		text = ts.ReadFile(text)
	}
	to, got := s.last[args[0]]
	if !got {
		ts.Fatalf("%s has no mail to reply to", args[0])
	}
	_, err := s.person(ts, args[0]).Reply(context.Background(), to, text)
	ts.Check(err)
}

// nothing looks once. Everything that a script awaited before was sent later than an unwanted
// mail would be.
func (s *stage) nothing(ts *testscript.TestScript, args []string) {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if m, err := s.person(ts, args[0]).Wait(ctx, nil); err == nil {
		ts.Fatalf("%s got %q:\n%s", args[0], m.Subject, m.Text)
	}
}

func (s *stage) person(ts *testscript.TestScript, name string) *sandbox.Person {
	p, found := s.people[name]
	if !found {
		ts.Fatalf("nobody is called %q", name)
	}
	return p
}

// flat returns a text without line breaks and fences.
func flat(text string) string {
	return strings.Join(strings.Fields(fences.ReplaceAllString(text, "")), " ")
}

var fences = regexp.MustCompile(`(?m)^\s*[|>] ?`)
