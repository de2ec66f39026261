package daemon

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// allMails returns every mail of the store, oldest first.
func (o *offline) allMails() (all []store.Mail) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		var threads []string
		if err := tx.Heads(func(h store.Head) bool { threads = append(threads, h.Thread); return true }); err != nil {
			return err
		}
		for _, thread := range threads {
			of, err := tx.ThreadMail(thread)
			if err != nil {
				return err
			}
			all = append(all, of...)
		}
		return nil
	}))
	slices.SortFunc(all, func(a, b store.Mail) int { return cmp.Compare(a.ID, b.ID) })
	return slices.CompactFunc(all, func(a, b store.Mail) bool { return a.ID == b.ID })
}

// first is the thread of the first message.
func (o *offline) first() (thread string) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error { in, err := tx.Inbound(1); thread = in.Thread; return err }))
	return thread
}

// by is a mail of anybody's to the quote address.
func (o *offline) by(from, subject, head, text string) string {
	return fmt.Sprintf("From: %s\r\nTo: %s\r\nDate: %s\r\nSubject: %s\r\nMessage-ID: <%d@elsewhere.test>\r\n%s\r\n%s",
		from, play.Quotes, o.at.Format("Mon, 02 Jan 2006 15:04:05 -0700"), subject, o.uids+1, head, strings.ReplaceAll(text, "\n", "\r\n"))
}

const twoCars = `Hello,

I am Alice Moreno, born March 4, 1985, and I have been licensed for 23 years.
We live at 1420 SE Taylor St, Portland, OR 97214.
I drive a 2019 Honda Civic to work, 8 miles each way, 9,000 miles a year.
My husband Erik Moreno was born on July 9, 1983 and has been licensed for 20 years.
Erik drives our 2016 Subaru Outback for pleasure, 6,000 miles a year.
We have had no accidents and no tickets.

Alice
`

// The exact mails of other conversations than the conversation in TestPlayedMails.
func TestPlayedConversations(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		with func(c *config.Config)
		play func(o *offline)
	}{
		"spanish": {func(c *config.Config) { c.Quote.FollowUp = true }, func(o *offline) {
			o.then(0, o.byAlice("", "Hola, me llamo Alicia Moreno y quisiera una cotización de seguro para mi Honda Civic 2019. Vivo en 1420 SE Taylor St, Portland, OR 97214.\n\nGracias\n"))
			o.then(1, o.reply(o.first(), 1, "ACCEPT"))
			for _, days := range []int{3, 12} { // the reminder and the close go out
				o.at = o.at.AddDate(0, 0, days)
				o.passes(o.at)
				o.sends()
			}
			o.then(1, o.byAlice(o.first(), "Perdón por la demora. Nací el 4 de marzo de 1985, tengo licencia desde hace 23 años, lo uso para ir al trabajo y manejo 9,000 millas al año. No he tenido accidentes ni multas.\n"))
			o.then(1, o.reply(o.first(), 2, "ACCEPT"))
			o.then(1, o.byAlice(o.first(), "No, gracias. Ya compré otro seguro.\n"))
			o.then(1, o.reply(o.first(), 3, "ACCEPT"))
		}},
		"by-hand": {nil, func(o *offline) {
			o.then(0, o.byAlice("", twoCars))
			o.then(1, o.reply(o.first(), 1, "ACCEPT, but make the deductible 1000"))
			o.then(1, o.reply(o.first(), 1, "EDIT: year of the Outback: 2055"))
			o.then(1, o.reply(o.first(), 1, "EDIT: year of the Outback: 2017"))
			o.then(1, o.reply(o.first(), 2, "EDIT:\nHello Alice,\n\nit will be about $94 a month.\n\nLee\n"))
			o.then(1, o.reply(o.first(), 3, "TAKE OVER"))
			o.then(1, o.reply(o.first(), 4, "SEND:\nHello Alice, it is $93 a month.\n"))
			o.then(1, o.reply(o.first(), 5, "REJECT"))
			o.then(1, o.reply(o.first(), 4, "SEND:\nHello Alice, please call us.\n"))
			o.then(1, o.byAlice(o.first(), "I can't call. What does towing cost?\n"))
			o.then(1, o.reply(o.first(), 6, "HAND BACK"))
			o.then(1, o.reply(o.first(), 3, "ACCEPT"))
			o.then(1, o.reply(o.first(), 7, "CANCEL: she bought elsewhere"))
		}},
		"questions": {func(c *config.Config) { c.Quote.Payments = 4 }, func(o *offline) {
			o.then(0, o.byAlice("", twoCars))
			o.then(1, o.reply(o.first(), 1, "ACCEPT"))
			o.then(1, o.byAlice(o.first(), "How long is this price good for, can I pay monthly, and "+
				"do you have an office in Salem?\nWhy is it so expensive? I pay $700 with Geico.\n"))
			o.then(1, o.reply(o.first(), 2, "ACCEPT"))
			o.then(1, o.byAlice(o.first(), "What if I only drive the Civic 6,000 miles a year?\n"))
			o.then(1, o.reply(o.first(), 3, "ACCEPT"))
			o.then(1, o.byAlice(o.first(), "Yes, please change it.\n"))
			o.then(1, o.reply(o.first(), 4, "ACCEPT"))
			o.then(1, o.byAlice(o.first(), "Please call me tomorrow, 503-555-0188.\n"))
		}},
		"values-by-hand": {nil, func(o *offline) {
			o.then(0, o.byAlice("", twoCars))
			o.then(1, o.reply(o.first(), 1, "REJECT: sing it to her"))
			o.then(1, o.reply(o.first(), 1, "ACCEPT"))
			o.then(1, o.byAlice(o.first(), "There is a mistake on my last bill.\n"))
			o.then(1, o.reply(o.first(), 2, "EDIT: nonsense: 12"))
			o.then(1, o.reply(o.first(), 2, "SEND: 26 years"))
			o.then(1, o.reply(o.first(), 2, "EDIT: years licensed of Erik: 22"))
			o.then(1, o.reply(o.first(), 4, "ACCEPT"))
			o.then(30, o.byAlice(o.first(), "Could we have towing and a $1,000 collision deductible, please? And what do you need from me?\n"))
			o.then(1, o.reply(o.first(), 5, "ACCEPT"))
		}},
		"each-step": {func(c *config.Config) {
			for step := range c.Review.Gates {
				c.Review.Gates[step] = config.GateAlways
			}
			c.Quote.Acknowledge = true
		}, func(o *offline) {
			o.then(0, o.byAlice("", twoCars))
			for n := range 14 {
				o.then(1, o.reply(o.first(), n+1, "ACCEPT"))
			}
		}},
		"routing": {func(c *config.Config) { c.Review.EscalateTo = []string{"owner@agency.test"} }, func(o *offline) {
			o.then(0, o.byAlice("", twoCars))
			head := "In-Reply-To: <1@customer.test>\r\nReferences: <1@customer.test>\r\n"
			o.then(1, o.by("Bob Stone <bob@customer.test>", "Re: Car insurance quote", head, "Can I have a quote as well? I have a 2015 Ford F-150.\n"))
			o.then(1, o.by("Shop <news@shop.test>", "Sale", "List-Id: <news.shop.test>\r\n", "Buy!\n"))
			o.then(1, o.by("Lee Tran <"+play.Lee+">", "Fwd: quote?", "", "Please quote this.\n\n---------- Forwarded message ---------\nFrom: Carla Diaz <carla@customer.test>\nDate: Fri, Nov 20, 2026 at 9:00 AM\nSubject: quote?\nTo: Lee Tran <"+play.Lee+">\n\nHi Lee, can I get a quote for my 2018 Toyota Camry? Carla Diaz\n"))
			for range 30 { // the reminder, the escalation and the list of what was set aside
				o.at = o.at.Add(3600e9)
				o.passes(o.at)
				o.sends()
			}
			o.then(1, o.by("Alice Moreno <"+play.Alice+">", "Accident", "", "Someone hit me this morning and I want to report a claim.\n"))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffline(t, func(options *Options) {
				options.Rand = rand.NewChaCha8([32]byte{})
				if c.with != nil {
					c.with(options.Config)
				}
			})
			clear(o.References.Key)
			clear(o.Minter.Key)
			c.play(o)
			o.asLastTime("plays/"+name, o.allMails())
		})
	}
}
