package daemon

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/notify"
	"ppamaild/mailbox/message"
	"ppamaild/review"
	"ppamaild/sandbox/play"
	"ppamaild/store"
	"ppamaild/templates"
)

var renew = flag.Bool("update", false, "write the mails of TestPlayedMails again")

// played is an agency with reproducible mails: the clock, identifiers and keys are fixed.
func played(t *testing.T) *offline {
	t.Helper()
	o := newOffline(t, func(options *Options) { options.Rand = rand.NewChaCha8([32]byte{}) })
	clear(o.References.Key)
	clear(o.Minter.Key)
	return o
}

// then lets hours pass, has a mail arrive, and runs and sends the effects.
func (o *offline) then(hours int, raw string) {
	o.Helper()
	o.at = o.at.Add(time.Duration(hours) * time.Hour)
	o.arrives(raw)
	o.passes(o.at)
	o.sends()
}

// byAlice returns a mail of Alice, in answer to the last mail she got.
func (o *offline) byAlice(thread, text string) string {
	o.Helper()
	head := fmt.Sprintf("From: Alice Moreno <%s>\r\nTo: %s\r\nDate: %s\r\nSubject: Car insurance quote\r\nMessage-ID: <%d@customer.test>\r\n",
		play.Alice, play.Quotes, o.at.Format(time.RFC1123Z), o.uids+1)
	for _, m := range slices.Backward(o.mailsOf(thread)) {
		if m.Kind == store.MailCustomer {
			head += "In-Reply-To: <" + m.MessageID + ">\r\n"
			break
		}
	}
	return head + "\r\n" + strings.ReplaceAll(text, "\n", "\r\n")
}

func (o *offline) mailsOf(thread string) (all []store.Mail) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) (err error) { all, err = tx.ThreadMail(thread); return err }))
	return all
}

// text returns a mail as the recipient reads it.
func (o *offline) text(m store.Mail) string {
	o.Helper()
	var raw []byte
	o.must(o.Store.View(o.Context(), func(tx store.Tx) (err error) { raw, err = tx.MailRaw(m.ID); return err }))
	read, err := message.Parse(bytes.NewReader(raw), message.Limits{})
	o.must(err)
	return fmt.Sprintf("To: %s\nSubject: %s\n\n%s", strings.Join(m.To, ", "), m.Subject,
		digestOfFile.ReplaceAllString(read.Text, "SHA-256${1}0123456789abcdef"))
}

// digestOfFile matches the digest of a PDF file, which changes with each change of the page.
var digestOfFile = regexp.MustCompile(`SHA-256(\s)[0-9a-f]{16}`)

// What staff and the customer get in a conversation, from the first question to a
// hand-over, word by word.
func TestPlayedMails(t *testing.T) {
	t.Parallel()
	o := played(t)
	o.then(0, o.byAlice("", "Hi there,\n\nmy name is Alice Moreno and I'd like a quote for car insurance on my 2019\nHonda Civic. I live at 1420 SE Taylor St, Portland, OR 97214. I would pay in full.\n\nThanks!\nAlice\n"))
	var thread string
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error { in, err := tx.Inbound(1); thread = in.Thread; return err }))
	o.then(1, o.reply(thread, 1, "REJECT: please also ask for the VIN"))
	o.then(1, o.reply(thread, 2, "ACCEPT"))
	o.then(3, o.byAlice(thread, "Sure! I was born on March 4, 1985 and got my license in June 2003. The Civic\nis what I drive to work, about 8 miles each way, and it comes to roughly\n9,000 miles a year. The VIN is\n19XFC2F53KE512345. Clean record, no accidents or tickets.\n\nAlice\n"))
	o.then(1, o.reply(thread, 3, "ACCEPT"))
	o.then(20, o.byAlice(thread, "Could you make the collision deductible $1,000, please?\n\nAlice\n"))
	o.then(1, o.reply(thread, 4, "REJECT: make it rhyme"))

	o.asLastTime("mails", o.mailsOf(thread))
}

// asLastTime compares mails with the files of a folder, one file a mail. Dana's reviews equal
// Lee's, except for the reference.
func (o *offline) asLastTime(folder string, all []store.Mail) {
	o.Helper()
	folder = filepath.Join("testdata", folder)
	if *renew {
		o.must(os.RemoveAll(folder))
		o.must(os.MkdirAll(folder, 0o755))
	}
	asked, files := "", 0
	for _, m := range all {
		text := o.text(m)
		if body, _, _ := strings.Cut(text[strings.Index(text, "\n"):], "\nRef: "); m.Kind == store.MailReview && m.To[0] == play.Dana {
			if body != asked {
				o.Errorf("Dana is asked otherwise than Lee:\n%s", text)
			}
			continue
		} else if m.Kind == store.MailReview {
			asked = body
		}
		who, _, _ := strings.Cut(m.To[0], "@")
		file := filepath.Join(folder, fmt.Sprintf("%02d_%s_%s.txt", files, who, m.Kind))
		files++
		if *renew {
			o.must(os.WriteFile(file, []byte(text), 0o644))
		}
		if want, err := os.ReadFile(file); err != nil || string(want) != text {
			o.Errorf("%s is not what is sent now (%v; go test ./daemon -run %s -update writes it anew):\n%s", file, err, o.Name(), text)
		}
	}
	if known, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(known) != files {
		o.Errorf("%d mails, and %d files in %s (%v)", files, len(known), folder, err)
	}
}

// The samples of the templates offer the same commands as real reviews, with the same
// explanations.
func TestSamplesOfferWhatIsOffered(t *testing.T) {
	to := templates.Sample("review", "en").(templates.Review).RepliesTo
	draft := agent.Proposal{Draft: &agent.Draft{}}
	d := &notify.Writer{Agency: &agency.Agency{Config: &config.Config{}}}
	for name, c := range map[string]struct {
		rv store.Review
		p  agent.Proposal
	}{
		"review":     {store.Review{Kind: review.KindStep, Step: "info_request"}, draft},
		"reminder":   {store.Review{Kind: review.KindStep, Step: "quote"}, draft},
		"escalation": {store.Review{Kind: review.KindQuestions, Step: string(agent.StageHumanInput)}, agent.Proposal{Stage: agent.StageHumanInput}},
	} {
		sample := templates.Sample(name, "en").(templates.Review)
		made := templates.Review{Words: d.Words(c.rv)}
		if len(sample.Followups) > 0 {
			d.ShowFollowups(&made, []agent.Followup{{}})
		}
		if !slices.Equal(sample.Words, made.Words) || sample.What != d.AcceptSentence(c.p, to) || sample.Step != c.rv.Step {
			t.Errorf("%s: %q, %q; want %q, %q", name, sample.What, sample.Words, d.AcceptSentence(c.p, to), made.Words)
		}
	}
	for name, rv := range map[string]store.Review{
		"unclear": {Kind: review.KindStep, Step: "quote"}, "handed_over": {Kind: review.KindHandedOver},
		"task_handed_over": {Kind: review.KindHandedOver, Step: review.StepTask}, "mail_uncertain": {Kind: review.KindMail},
		"stranger": {Kind: review.KindRouting}, "conflict": {Kind: review.KindRouting}, "digest": {Kind: review.KindSetAside},
		"not_released": {Kind: review.KindSetAside}, "restored": {Kind: review.KindRestored},
	} {
		sample := templates.Sample(name, "en").(templates.Notice)
		if sample.Doubt != "" { // the reply to the doubt adds SIGNATURE
			sample.Words = sample.Words[:len(sample.Words)-1]
		}
		if !slices.Equal(sample.Words, d.Words(rv)) {
			t.Errorf("%s: %q, want %q", name, sample.Words, d.Words(rv))
		}
	}
	if sample := templates.Sample("forward", "en").(templates.Notice); !slices.Equal(sample.Words, d.ForwardWords("maria@lopez.test")) {
		t.Errorf("forward: %q", sample.Words)
	}
}
