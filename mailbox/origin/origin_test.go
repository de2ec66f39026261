package origin

import (
	"net/textproto"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ppamaild/mailbox/message"
)

func ours(id string) bool {
	return strings.HasPrefix(id, "ours-") && strings.HasSuffix(id, "@agency.test")
}

// mailOf returns a mail with "Name: value" lines.
func mailOf(from, subject string, fields ...string) *message.Message {
	m := &message.Message{Header: textproto.MIMEHeader{"From": {from}}, Subject: subject, MessageID: "x@customer.test", From: []message.Address{{Address: from}}}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, ": ")
		m.Header.Add(name, value)
	}
	return m
}

// with adds a text and parts to a message.
func with(m *message.Message, text string, parts ...message.Attachment) *message.Message {
	m.Text, m.Attachments = text, parts
	return m
}

func TestKinds(t *testing.T) {
	const ann = "ann@customer.test"
	for name, c := range map[string]struct {
		m    *message.Message
		want Kind
	}{
		"person":               {mailOf(ann, "Quote"), Person},
		"auto-replied":         {mailOf(ann, "x", "Auto-Submitted: auto-replied"), AutoReply},
		"auto-generated":       {mailOf(ann, "x", "Auto-Submitted: Auto-Generated (vacation); x=y"), AutoReply},
		"precedence auto":      {mailOf(ann, "x", "Precedence: auto_reply"), AutoReply},
		"precedence junk":      {mailOf(ann, "x", "Precedence: junk"), AutoReply},
		"precedence bulk":      {mailOf(ann, "x", "Precedence: bulk"), List},
		"precedence list":      {mailOf(ann, "x", "Precedence: List"), List},
		"precedence normal":    {mailOf(ann, "x", "Precedence: normal"), Person},
		"suppress":             {mailOf(ann, "x", "X-Auto-Response-Suppress: DR, OOF"), AutoReply},
		"suppress none":        {mailOf(ann, "x", "X-Auto-Response-Suppress: None"), Person},
		"x-autoreply":          {mailOf(ann, "x", "X-Autoreply: yes"), AutoReply},
		"x-autoreply no":       {mailOf(ann, "x", "X-Autoreply: no"), Person},
		"x-autorespond":        {mailOf(ann, "x", "X-Autorespond: re"), AutoReply},
		"list id":              {mailOf(ann, "x", "List-Id: <news.shop.test>"), List},
		"unsubscribe":          {mailOf(ann, "x", "List-Unsubscribe: <mailto:u@shop.test>"), List},
		"our list":             {mailOf(ann, "x", "List-Id: Quotes <quotes.agency.test>", "List-Unsubscribe: <mailto:u@x.test>", "Precedence: list"), Person},
		"our list, automatic":  {mailOf(ann, "x", "List-Id: <quotes.agency.test>", "Auto-Submitted: auto-replied"), AutoReply},
		"empty envelope":       {mailOf(ann, "x", "Return-Path: <>"), AutoReply},
		"envelope":             {mailOf(ann, "x", "Return-Path: <ann@customer.test>"), Person},
		"no-reply":             {mailOf("no-reply@shop.test", "x"), AutoReply},
		"do_not_reply":         {mailOf("Do_Not.Reply+7@shop.test", "x"), AutoReply},
		"lead sender":          {mailOf("no-reply@form.test", "x", "Auto-Submitted: auto-generated", "Precedence: bulk"), Person},
		"lead sender's bounce": {mailOf("no-reply@form.test", "x", "Content-Type: multipart/report; report-type=delivery-status"), Bounce},
		"our loop":             {mailOf(ann, "x", "X-Loop: quotes@agency.test"), Own},
		"another's loop":       {mailOf(ann, "x", "X-Loop: other@shop.test"), Person},
		"receipt":              {mailOf(ann, "Read: x", "Content-Type: multipart/report; report-type=disposition-notification"), AutoReply},
		"suppress no":          {mailOf(ann, "x", "X-Auto-Response-Suppress: no"), Person},
		"comment before":       {mailOf(ann, "x", "Auto-Submitted: (by a rule) auto-replied"), AutoReply},
		"envelope, commented":  {mailOf(ann, "x", "Return-Path: < > (empty)"), AutoReply},
		"one empty envelope":   {mailOf(ann, "x", "Return-Path: <ann@customer.test>", "Return-Path: <>"), AutoReply},
		"its mail program":     {mailOf(ann, "x", "X-Mailer: Vacation 4.2"), AutoReply},
		"machine generated":    {mailOf(ann, "x", "X-FC-MachineGenerated: true"), AutoReply},
		"a receipt alone":      {mailOf(ann, "Read: x", "Content-Type: message/disposition-notification"), AutoReply},
		"feedback report":      {mailOf(ann, "x", "Content-Type: multipart/report; report-type=feedback-report"), AutoReply},
		"nobody, in German":    {mailOf("nicht-antworten@shop.test", "x"), AutoReply},
		"nobody, in French":    {mailOf("ne.pas.repondre@shop.test", "x"), AutoReply},
		"nobody, in Spanish":   {mailOf("no_responder@shop.test", "x"), AutoReply},
		"nobody, in the end":   {mailOf("billing-noreply@shop.test", "x"), AutoReply},
		"a name alike":         {mailOf("norah.replyk@shop.test", "x"), Person},
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
		if o := Classify(mailOf("ann@customer.test", "x", "Auto-Submitted: "+value), ours); o.Kind != Person {
			t.Errorf("%q: %s (%s)", value, o.Kind, o.Why)
		}
	}
}

func TestCase23OurOwnMailIsNotAnswered(t *testing.T) {
	m := mailOf("quotes@agency.test", "x")
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
	m := mailOf("MAILER-DAEMON@mx.test", "Undelivered Mail Returned to Sender", "Return-Path: <>", "Content-Type: multipart/report; report-type=delivery-status; boundary=x")
	m.Text = "Your mail could not be delivered.\n\nFrom: quotes@agency.test\nMessage-ID: <ours-1@agency.test>\n"
	m.References = []string{"ours-2@agency.test"}
	m.Attachments = []message.Attachment{{Type: "message/rfc822", Report: "From: quotes@agency.test\nMessage-ID: <ours-3@agency.test>\n\nText"}}
	o := Classify(m, ours)
	if o.Kind != Bounce || !slices.Equal(o.BounceOf, []string{"ours-3@agency.test", "ours-1@agency.test", "ours-2@agency.test"}) {
		t.Errorf("%+v", o)
	}
}

func TestCase24BouncesInManyForms(t *testing.T) {
	for name, m := range map[string]*message.Message{
		"status alone": mailOf("mx@mx.test", "x", "Content-Type: message/delivery-status"),
		"untyped": with(mailOf("mx@mx.test", "x", "Content-Type: multipart/report"), "",
			message.Attachment{Type: "message/delivery-status", Report: "Final-Recipient: rfc822; a@b.test\nAction: failed\n"}),
		"mailer-daemon": mailOf("mailer-daemon@mx.test", "x"),
		"postmaster":    mailOf("Postmaster@mx.test", "x"),
		"exim":          mailOf("mx@mx.test", "x", "X-Failed-Recipients: ann@customer.test"),
		"qmail":         mailOf("mx@mx.test", "failure notice", "Return-Path: <>"),
		"exchange":      mailOf("system@mx.test", "Undeliverable: Your quote"),
		"from nobody":   with(mailOf("no-reply@isp.test", "Notification"), "Your mail to ann@customer.test\ncould not be delivered: mailbox full."),
		"by a program":  with(mailOf("mx@mx.test", "Notification", "Auto-Submitted: auto-replied"), "Diese E-Mail an ann@customer.test ist unzustellbar."),
		"with the mail": with(mailOf("mx@mx.test", "Mail could not be delivered"), "The following mail could not be delivered.", message.Attachment{Type: "message/rfc822"}),
		"in HTML":       {Subject: "Undeliverable mail", From: []message.Address{{Address: "mx@mx.test"}}, HTML: "<p>Delivery has failed to <b>ann@customer.test</b></p>"},
		"Amazon SES":    with(mailOf("no-reply@sns.test", "Notification"), `{"notificationType":"Bounce","bounce":{"bounceType":"Permanent"}}`),
		"unreadable":    {Header: textproto.MIMEHeader{"From": {"MAILER-DAEMON (Mail Delivery System)"}}},
	} {
		if o := Classify(m, ours); o.Kind != Bounce {
			t.Errorf("%s: %s (%s)", name, o.Kind, o.Why)
		}
	}
	conversation := with(mailOf("ann@customer.test", "Delivery failed"), "I wrote to dana@agency.test, and it could not be delivered.")
	conversation.InReplyTo = []string{"ours-1@agency.test"}
	for name, m := range map[string]*message.Message{
		"an answer":          mailOf("ann@customer.test", "Re: Undeliverable: Your quote"),
		"a forward":          with(mailOf("ann@customer.test", "Fwd: Undelivered Mail Returned to Sender"), "What is this?\n\n> could not be delivered to dana@agency.test"),
		"a subject alone":    with(mailOf("ann@customer.test", "Delivery failed, I think"), "The form on your page does not work."),
		"a text alone":       with(mailOf("ann@customer.test", "Quote"), "My mail to dana@agency.test could not be delivered, so I write to you."),
		"in a conversation":  conversation,
		"a parcel":           with(mailOf("ann@customer.test", "Returned mail"), "I sent you a letter and it came back. What is your address?"),
		"a receipt's report": mailOf("ann@customer.test", "x", "Content-Type: text/plain; report-type=delivery-status"),
	} {
		if o := Classify(m, ours); o.Kind != Person {
			t.Errorf("%s: %s (%s)", name, o.Kind, o.Why)
		}
	}
}

func TestCase25ForgedBounceNamesNothingOfOurs(t *testing.T) {
	m := mailOf("mailer-daemon@evil.test", "Undelivered Mail Returned to Sender")
	m.Text = "Message-ID: <made-up@agency.test>"
	o := Classify(m, ours)
	if o.Kind != Bounce || slices.ContainsFunc(o.BounceOf, ours) {
		t.Errorf("%+v", o)
	}
}

func TestCase25ABounceNamesFewIDs(t *testing.T) {
	m := mailOf("mailer-daemon@evil.test", "x")
	m.Text = strings.Repeat("Message-ID: <a@b.test> <c@d.test>\n", 10_000)
	if o := Classify(m, ours); len(o.BounceOf) > maxIDs {
		t.Errorf("%d ids", len(o.BounceOf))
	}
}

func TestOneAuthor(t *testing.T) {
	two := mailOf("ann@customer.test", "x")
	two.Header.Add("From", "lee@agency.test")
	group := mailOf("ann@customer.test", "x")
	group.From = append(group.From, message.Address{Address: "lee@agency.test"})
	none := mailOf("", "x")
	for name, c := range map[string]struct {
		m       *message.Message
		problem string
	}{"two fields": {two, "more than one From field"}, "two authors": {group, "more than one author"}, "none": {none, "no readable author"}} {
		if o := Classify(c.m, nil); !strings.Contains(o.Problem, c.problem) || o.From != (message.Address{}) {
			t.Errorf("%s: %+v", name, o)
		}
	}
	if o := Classify(mailOf("ann@customer.test", "x"), nil); o.Problem != "" || o.From.Address != "ann@customer.test" {
		t.Errorf("%+v", o)
	}
}

// Answers go to Reply-To, which in the mail of a web form is the customer.
func TestCase13OfAWebFormReplyToIsWhoAsks(t *testing.T) {
	form := func(from string, replyTo ...string) *message.Message {
		m := mailOf(from, "Quote", "Reply-To: "+strings.Join(replyTo, ", "), "Auto-Submitted: auto-generated")
		for _, address := range replyTo {
			m.ReplyTo = append(m.ReplyTo, message.Address{Address: address})
		}
		return m
	}
	twice := form("form@shop.test", "ann@customer.test")
	twice.Header.Add("Reply-To", "bob@customer.test")
	bounce := form("form@shop.test", "ann@customer.test")
	bounce.Header.Set("X-Failed-Recipients", "quotes@agency.test")
	c := Classifier{LeadSenders: []string{"Form@shop.test"}}
	for name, one := range map[string]struct {
		m       *message.Message
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
		m := mailOf(rapid.String().Draw(t, "from"), rapid.String().Draw(t, "subject"))
		for range rapid.IntRange(0, 3).Draw(t, "fields") {
			m.Header.Add(names.Draw(t, "name"), rapid.String().Draw(t, "value"))
		}
		if o := Classify(m, ours); (o.Kind == Person) != (o.Why == "") || (o.BounceOf != nil && o.Kind != Bounce) {
			t.Fatalf("%+v", o)
		}
	})
}
