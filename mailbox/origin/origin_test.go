package origin

import (
	"net/textproto"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ppamaild/mailbox"
)

func ours(id string) bool {
	return strings.HasPrefix(id, "ours-") && strings.HasSuffix(id, "@agency.test")
}

// message makes one of "Name: value" lines.
func message(from, subject string, fields ...string) *mailbox.Message {
	m := &mailbox.Message{Header: textproto.MIMEHeader{"From": {from}}, Subject: subject, MessageID: "x@customer.test", From: []mailbox.Address{{Address: from}}}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, ": ")
		m.Header.Add(name, value)
	}
	return m
}

// with adds a text and parts to a message.
func with(m *mailbox.Message, text string, parts ...mailbox.Attachment) *mailbox.Message {
	m.Text, m.Attachments = text, parts
	return m
}

func TestKinds(t *testing.T) {
	const ann = "ann@customer.test"
	for name, c := range map[string]struct {
		m    *mailbox.Message
		want Kind
	}{
		"person":               {message(ann, "Quote"), Person},
		"auto-replied":         {message(ann, "x", "Auto-Submitted: auto-replied"), AutoReply},
		"auto-generated":       {message(ann, "x", "Auto-Submitted: Auto-Generated (vacation); x=y"), AutoReply},
		"precedence auto":      {message(ann, "x", "Precedence: auto_reply"), AutoReply},
		"precedence junk":      {message(ann, "x", "Precedence: junk"), AutoReply},
		"precedence bulk":      {message(ann, "x", "Precedence: bulk"), List},
		"precedence list":      {message(ann, "x", "Precedence: List"), List},
		"precedence normal":    {message(ann, "x", "Precedence: normal"), Person},
		"suppress":             {message(ann, "x", "X-Auto-Response-Suppress: DR, OOF"), AutoReply},
		"suppress none":        {message(ann, "x", "X-Auto-Response-Suppress: None"), Person},
		"x-autoreply":          {message(ann, "x", "X-Autoreply: yes"), AutoReply},
		"x-autoreply no":       {message(ann, "x", "X-Autoreply: no"), Person},
		"x-autorespond":        {message(ann, "x", "X-Autorespond: re"), AutoReply},
		"list id":              {message(ann, "x", "List-Id: <news.shop.test>"), List},
		"unsubscribe":          {message(ann, "x", "List-Unsubscribe: <mailto:u@shop.test>"), List},
		"our list":             {message(ann, "x", "List-Id: Quotes <quotes.agency.test>", "List-Unsubscribe: <mailto:u@x.test>", "Precedence: list"), Person},
		"our list, automatic":  {message(ann, "x", "List-Id: <quotes.agency.test>", "Auto-Submitted: auto-replied"), AutoReply},
		"empty envelope":       {message(ann, "x", "Return-Path: <>"), AutoReply},
		"envelope":             {message(ann, "x", "Return-Path: <ann@customer.test>"), Person},
		"no-reply":             {message("no-reply@shop.test", "x"), AutoReply},
		"do_not_reply":         {message("Do_Not.Reply+7@shop.test", "x"), AutoReply},
		"lead sender":          {message("no-reply@form.test", "x", "Auto-Submitted: auto-generated", "Precedence: bulk"), Person},
		"lead sender's bounce": {message("no-reply@form.test", "x", "Content-Type: multipart/report; report-type=delivery-status"), Bounce},
		"our loop":             {message(ann, "x", "X-Loop: quotes@agency.test"), Own},
		"another's loop":       {message(ann, "x", "X-Loop: other@shop.test"), Person},
		"receipt":              {message(ann, "Read: x", "Content-Type: multipart/report; report-type=disposition-notification"), AutoReply},
		"suppress no":          {message(ann, "x", "X-Auto-Response-Suppress: no"), Person},
		"comment before":       {message(ann, "x", "Auto-Submitted: (by a rule) auto-replied"), AutoReply},
		"envelope, commented":  {message(ann, "x", "Return-Path: < > (empty)"), AutoReply},
		"one empty envelope":   {message(ann, "x", "Return-Path: <ann@customer.test>", "Return-Path: <>"), AutoReply},
		"its mail program":     {message(ann, "x", "X-Mailer: Vacation 4.2"), AutoReply},
		"machine generated":    {message(ann, "x", "X-FC-MachineGenerated: true"), AutoReply},
		"a receipt alone":      {message(ann, "Read: x", "Content-Type: message/disposition-notification"), AutoReply},
		"feedback report":      {message(ann, "x", "Content-Type: multipart/report; report-type=feedback-report"), AutoReply},
		"nobody, in German":    {message("nicht-antworten@shop.test", "x"), AutoReply},
		"nobody, in French":    {message("ne.pas.repondre@shop.test", "x"), AutoReply},
		"nobody, in Spanish":   {message("no_responder@shop.test", "x"), AutoReply},
		"nobody, in the end":   {message("billing-noreply@shop.test", "x"), AutoReply},
		"a name alike":         {message("norah.replyk@shop.test", "x"), Person},
	} {
		t.Run(name, func(t *testing.T) {
			c2 := Classifier{Own: ours, Addresses: []string{"quotes@agency.test"}, OwnLists: []string{"quotes@agency.test"}, LeadSenders: []string{"No-Reply@form.test"}}
			o := c2.Classify(c.m)
			if o.Kind != c.want || (o.Why == "") != (c.want == Person) {
				t.Errorf("%s (%s), want %s", o.Kind, o.Why, c.want)
			}
		})
	}
}

func TestCase23AutoSubmittedNoIsAPerson(t *testing.T) {
	for _, value := range []string{"no", "No", "no (a person)", "no; x=y", ""} {
		if o := Classify(message("ann@customer.test", "x", "Auto-Submitted: "+value), ours); o.Kind != Person {
			t.Errorf("%q: %s (%s)", value, o.Kind, o.Why)
		}
	}
}

func TestCase23OurOwnMailIsNotAnswered(t *testing.T) {
	m := message("quotes@agency.test", "x")
	m.MessageID = "ours-1@agency.test"
	if o := Classify(m, ours); o.Kind != Own {
		t.Errorf("%s (%s)", o.Kind, o.Why)
	}
	m.MessageID = "looks-ours@agency.test"
	if o := Classify(m, ours); o.Kind != Person {
		t.Errorf("without our mark: %s (%s)", o.Kind, o.Why)
	}
}

func TestCase24BounceNamesItsMail(t *testing.T) {
	m := message("MAILER-DAEMON@mx.test", "Undelivered Mail Returned to Sender", "Return-Path: <>", "Content-Type: multipart/report; report-type=delivery-status; boundary=x")
	m.Text = "Your mail could not be delivered.\n\nFrom: quotes@agency.test\nMessage-ID: <ours-1@agency.test>\n"
	m.References = []string{"ours-2@agency.test"}
	m.Attachments = []mailbox.Attachment{{Type: "message/rfc822", Report: "From: quotes@agency.test\nMessage-ID: <ours-3@agency.test>\n\nText"}}
	o := Classify(m, ours)
	if o.Kind != Bounce || !slices.Equal(o.BounceOf, []string{"ours-3@agency.test", "ours-1@agency.test", "ours-2@agency.test"}) {
		t.Errorf("%+v", o)
	}
}

func TestCase24BouncesInManyForms(t *testing.T) {
	for name, m := range map[string]*mailbox.Message{
		"status alone": message("mx@mx.test", "x", "Content-Type: message/delivery-status"),
		"untyped": with(message("mx@mx.test", "x", "Content-Type: multipart/report"), "",
			mailbox.Attachment{Type: "message/delivery-status", Report: "Final-Recipient: rfc822; a@b.test\nAction: failed\n"}),
		"mailer-daemon": message("mailer-daemon@mx.test", "x"),
		"postmaster":    message("Postmaster@mx.test", "x"),
		"exim":          message("mx@mx.test", "x", "X-Failed-Recipients: ann@customer.test"),
		"qmail":         message("mx@mx.test", "failure notice", "Return-Path: <>"),
		"exchange":      message("system@mx.test", "Undeliverable: Your quote"),
		"from nobody":   with(message("no-reply@isp.test", "Notification"), "Your mail to ann@customer.test\ncould not be delivered: mailbox full."),
		"by a program":  with(message("mx@mx.test", "Notification", "Auto-Submitted: auto-replied"), "Diese E-Mail an ann@customer.test ist unzustellbar."),
		"with the mail": with(message("mx@mx.test", "Mail could not be delivered"), "The following mail could not be delivered.", mailbox.Attachment{Type: "message/rfc822"}),
		"in HTML":       {Subject: "Undeliverable mail", From: []mailbox.Address{{Address: "mx@mx.test"}}, HTML: "<p>Delivery has failed to <b>ann@customer.test</b></p>"},
		"Amazon SES":    with(message("no-reply@sns.test", "Notification"), `{"notificationType":"Bounce","bounce":{"bounceType":"Permanent"}}`),
		"unreadable":    {Header: textproto.MIMEHeader{"From": {"MAILER-DAEMON (Mail Delivery System)"}}},
	} {
		if o := Classify(m, ours); o.Kind != Bounce {
			t.Errorf("%s: %s (%s)", name, o.Kind, o.Why)
		}
	}
	conversation := with(message("ann@customer.test", "Delivery failed"), "I wrote to dana@agency.test, and it could not be delivered.")
	conversation.InReplyTo = []string{"ours-1@agency.test"}
	for name, m := range map[string]*mailbox.Message{
		"an answer":          message("ann@customer.test", "Re: Undeliverable: Your quote"),
		"a forward":          with(message("ann@customer.test", "Fwd: Undelivered Mail Returned to Sender"), "What is this?\n\n> could not be delivered to dana@agency.test"),
		"a subject alone":    with(message("ann@customer.test", "Delivery failed, I think"), "The form on your page does not work."),
		"a text alone":       with(message("ann@customer.test", "Quote"), "My mail to dana@agency.test could not be delivered, so I write to you."),
		"in a conversation":  conversation,
		"a parcel":           with(message("ann@customer.test", "Returned mail"), "I sent you a letter and it came back. What is your address?"),
		"a receipt's report": message("ann@customer.test", "x", "Content-Type: text/plain; report-type=delivery-status"),
	} {
		if o := Classify(m, ours); o.Kind != Person {
			t.Errorf("%s: %s (%s)", name, o.Kind, o.Why)
		}
	}
}

func TestCase25ForgedBounceNamesNothingOfOurs(t *testing.T) {
	m := message("mailer-daemon@evil.test", "Undelivered Mail Returned to Sender")
	m.Text = "Message-ID: <made-up@agency.test>"
	o := Classify(m, ours)
	if o.Kind != Bounce || slices.ContainsFunc(o.BounceOf, ours) {
		t.Errorf("%+v", o)
	}
}

func TestCase25ABounceNamesFewIDs(t *testing.T) {
	m := message("mailer-daemon@evil.test", "x")
	m.Text = strings.Repeat("Message-ID: <a@b.test> <c@d.test>\n", 10_000)
	if o := Classify(m, ours); len(o.BounceOf) > maxNamed {
		t.Errorf("%d ids", len(o.BounceOf))
	}
}

func TestOneAuthor(t *testing.T) {
	two := message("ann@customer.test", "x")
	two.Header.Add("From", "lee@agency.test")
	group := message("ann@customer.test", "x")
	group.From = append(group.From, mailbox.Address{Address: "lee@agency.test"})
	none := message("", "x")
	for name, c := range map[string]struct {
		m       *mailbox.Message
		problem string
	}{"two fields": {two, "more than one From field"}, "two authors": {group, "more than one author"}, "none": {none, "no readable author"}} {
		if o := Classify(c.m, nil); !strings.Contains(o.Problem, c.problem) || o.From != (mailbox.Address{}) {
			t.Errorf("%s: %+v", name, o)
		}
	}
	if o := Classify(message("ann@customer.test", "x"), nil); o.Problem != "" || o.From.Address != "ann@customer.test" {
		t.Errorf("%+v", o)
	}
}

// Reply-To is where an answer goes, except in the mail of a web form.
func TestCase13OfAWebFormReplyToIsWhoAsks(t *testing.T) {
	form := func(from string, replyTo ...string) *mailbox.Message {
		m := message(from, "Quote", "Reply-To: "+strings.Join(replyTo, ", "), "Auto-Submitted: auto-generated")
		for _, address := range replyTo {
			m.ReplyTo = append(m.ReplyTo, mailbox.Address{Address: address})
		}
		return m
	}
	twice := form("form@shop.test", "ann@customer.test")
	twice.Header.Add("Reply-To", "bob@customer.test")
	bounce := form("form@shop.test", "ann@customer.test")
	bounce.Header.Set("X-Failed-Recipients", "quotes@agency.test")
	c := Classifier{LeadSenders: []string{"Form@shop.test"}}
	for name, one := range map[string]struct {
		m       *mailbox.Message
		kind    Kind
		from    string
		problem bool
	}{
		"a lead":              {form("form@shop.test", "ann@customer.test"), Person, "ann@customer.test", false},
		"nobody named":        {form("form@shop.test"), Person, "", true},
		"two named":           {form("form@shop.test", "ann@customer.test", "bob@customer.test"), Person, "", true},
		"named in two fields": {twice, Person, "", true},
		"its bounce":          {bounce, Bounce, "form@shop.test", false},
		"any other mail":      {form("eve@customer.test", "ann@customer.test"), AutoReply, "eve@customer.test", false},
	} {
		o := c.Classify(one.m)
		if o.Kind != one.kind || o.From.Address != one.from || (o.Problem != "") != one.problem || o.Lead != (one.m.From[0].Address == "form@shop.test") {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

func TestClassifyAlwaysSaysWhy(t *testing.T) {
	names := rapid.SampledFrom([]string{"Auto-Submitted", "Precedence", "Return-Path", "Content-Type", "List-Id", "X-Loop", "X-Autoreply", "X-Failed-Recipients"})
	rapid.Check(t, func(t *rapid.T) {
		m := message(rapid.String().Draw(t, "from"), rapid.String().Draw(t, "subject"))
		for range rapid.IntRange(0, 3).Draw(t, "fields") {
			m.Header.Add(names.Draw(t, "name"), rapid.String().Draw(t, "value"))
		}
		if o := Classify(m, ours); (o.Kind == Person) != (o.Why == "") || (o.BounceOf != nil && o.Kind != Bounce) {
			t.Fatalf("%+v", o)
		}
	})
}
