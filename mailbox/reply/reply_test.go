package reply

import (
	"strings"
	"testing"

	"ppamaild/mailbox/message"
)

func textMail(text string) *message.Message { return &message.Message{Text: text} }

func TestOwnText(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"quote below":      {"Yes please.\n\nOn Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:\n> May we?\n", "Yes please."},
		"wrapped":          {"Yes.\n\nOn Fri, Nov 20, 2026 at 9:39 AM, Sunrise Insurance\nAgency <quotes@agency.test> wrote:\n\n> May we?", "Yes."},
		"unmarked quote":   {"Yes.\n\nOn Nov 20, 2026, at 8:36 PM, Lee wrote:\n\nMay we?\nLee", "Yes."},
		"german":           {"Ja.\n\nAm 20.11.2026 um 10:00 schrieb Lee <lee@agency.test>:\n> Darf ich?", "Ja."},
		"french":           {"Oui.\n\nLe ven. 20 nov. 2026 à 10:00, Lee <lee@agency.test> a\nécrit :\n\n> Puis-je ?", "Oui."},
		"spanish":          {"Sí.\n\nEl vie, 20 nov 2026 a las 10:00, Lee (<lee@agency.test>)\nescribió:\n\n> ¿Puedo?", "Sí."},
		"dutch":            {"Ja.\n\nOp vr 20 nov. 2026 om 10:00 schreef Lee <lee@agency.test>:\n\n> Mag ik?", "Ja."},
		"italian":          {"Sì.\n\nIl giorno ven 20 nov 2026 alle ore 10:00 Lee <lee@agency.test> ha scritto:\n\n> Posso?", "Sì."},
		"portuguese":       {"Sim.\n\nEm sex., 20 de nov. de 2026 às 10:00, Lee <lee@agency.test> escreveu:\n\n> Posso?", "Sim."},
		"russian":          {"Да.\n\nпт, 20 нояб. 2026 г. в 10:00, Lee <lee@agency.test>:\n\n> Можно?", "Да."},
		"chinese":          {"好。\n\nLee <lee@agency.test> 于2026年11月20日周五 10:00写道：\n\n> 可以吗？", "好。"},
		"japanese":         {"はい。\n\n2026年11月20日(金) 10:00 Lee <lee@agency.test>:\n\n> よろしいですか", "はい。"},
		"swedish":          {"Ja.\n\nDen fre 20 nov. 2026 kl 10:00 skrev Lee <lee@agency.test>:\n\n> Får jag?", "Ja."},
		"polish":           {"Tak.\n\npt., 20 lis 2026 o 10:00 Lee <lee@agency.test> napisał(a):\n\n> Czy mogę?", "Tak."},
		"address broken":   {"Yes.\n\nOn Fri, 20 Nov 2026 at 10:00, Sunrise Agency <quotes@agency.test\n> wrote:\n\n> May we?", "Yes."},
		"outlook":          {"Yes.\n\n-----Original Message-----\nFrom: Lee <lee@agency.test>\nSent: Friday, November 20, 2026 10:00 AM\nTo: Ann <ann@customer.test>\nSubject: Your quote\n\nMay we?", "Yes."},
		"outlook web":      {"Yes.\n________________________________\nFrom: Lee <lee@agency.test>\nSent: Friday, November 20, 2026 10:00 AM\nTo: Ann\nSubject: Your quote\n\nMay we?", "Yes."},
		"outlook german":   {"Ja.\n\nVon: Lee <lee@agency.test>\nGesendet: Freitag, 20. November 2026 10:00\nAn: Ann\nBetreff: Angebot\n\nDarf ich?", "Ja."},
		"two languages":    {"Yes.\n\nFrom / De : Lee <lee@agency.test>\nSent / Envoyé : Friday\nTo / À : Ann\nSubject / Objet : Your quote\n\nMay we?", "Yes."},
		"proton, older":    {"Yes.\n\n‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Friday, November 20, 2026 10:00 AM, Lee <lee@agency.test> wrote:\n\n> May we?", "Yes."},
		"qq":               {"Yes.\n\n------------------ Original ------------------\nFrom:  \"Lee\"<lee@agency.test>;\nDate:  Fri, Nov 20, 2026 10:00 AM\n\nMay we?", "Yes."},
		"groupwise":        {"Yes.\n\n>>> Lee Tran <lee@agency.test> 11/20/2026 10:00 AM >>>\nMay we?\n\nLee", "Yes."},
		"outlook bold":     {"Yes.\n\n*From:* Lee <lee@agency.test>\n*Sent:* Friday\n*To:* Ann\n*Subject:* Your quote\n\nMay we?", "Yes."},
		"original, quoted": {"-----Original Message-----\nFrom: Lee\nSent: Friday\n> May we?\n\nYes.", "Yes."},
		"signature":        {"Yes.\n\n-- \nAnn Lake\n503-555-0123", "Yes."},
		"phone":            {"Yes.\n\nSent from my iPhone\n\n> On Nov 20, 2026, at 10:00, Lee wrote:\n> May we?", "Yes."},
		"outlook phone":    {"Yes.\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Lee <lee@agency.test>\nSent: Friday\nTo: Ann\nSubject: Quote\n\nMay we?", "Yes."},
		"forward":          {"See below.\n\n---------- Forwarded message ---------\nFrom: Bob <bob@other.test>\nDate: Fri\nSubject: Car\nTo: Ann\n\nThe VIN is there.", "See below."},
		"apple forward":    {"See below.\n\nBegin forwarded message:\n\n> From: Bob <bob@other.test>\n> Subject: Car\n>\n> The VIN is there.", "See below."},
		"inline":           {"On Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:\n> Year?\n\n2019\n\n> Miles?\n\n12000", "2019\n\n12000"},
		"bottom":           {"> May we?\n\nYes.", "Yes."},
		"remnant":          {"> we would like to know whether the car is garaged at your home\naddress\n> or elsewhere\n\nAt home.", "At home."},
		"disclaimer":       {"Yes.\n\nCONFIDENTIALITY NOTICE: this is private.", "Yes."},
		"notice":           {"Yes.\n\nThis e-mail is confidential and for the intended recipient only.\nIf you got it in error, delete it.", "Yes."},
		"disclaimer alone": {"Yes.\n\n____________________\n\nDisclaimer\n\nThe information contained in this communication is confidential and intended solely for the addressee.", "Yes."},
		"notice, labeled":  {"Yes.\n\nNOTICE: This e-mail and any attachments are confidential and may be privileged.", "Yes."},
		"tree":             {"Yes.\n\nP Please consider the environment before printing this e-mail", "Yes."},
		"scanner":          {"Yes.\n\nVirus-free.www.avast.com", "Yes."},
		"free of viruses":  {"Virus-free. but slow: the portal.\nCan you look?", "Virus-free. but slow: the portal.\nCan you look?"},
		"two in a line":    {"Yes.\n\nSent from my iPhone - please excuse any typos", "Yes."},
		"one in a line":    {"Yes.\n\nSent from my iPhone - not with the title", "Yes.\n\nSent from my iPhone - not with the title"},
		"banner":           {"CAUTION: This email originated from outside your organization.\n\nYes.", "Yes."},
		"list footer":      {"Yes.\n\n_______________________________________________\nstaff mailing list\nstaff@lists.test", "Yes."},
		"reply above":      {"Yes.\n\n##- Please type your reply above this line -##\nMay we?", "Yes."},
		"a form":           {"My commute:\nFrom: Portland\nTo: Salem\nDaily.", "My commute:\nFrom: Portland\nTo: Salem\nDaily."},
		"prose":            {"On Friday, November 20, 2026 I moved.\nThe adjuster wrote: fine.\nBye", "On Friday, November 20, 2026 I moved.\nThe adjuster wrote: fine.\nBye"},
		"about the email":  {"This email is about my car.\nIt is a 2019.", "This email is about my car.\nIt is a 2019."},
		"own device line":  {"Yes.\n\nSent from my iPhone, but wait for Ann, please", "Yes.\n\nSent from my iPhone, but wait for Ann, please"},
		"below the device": {"Yes.\n\nSent from my iPhone\n\nand no towing", "Yes.\n\nand no towing"},
		"mbox From":        {">From here on I drive less.\nAnn", ">From here on I drive less.\nAnn"},
		"on one line":      {"Yes. On Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:\n> May we?", "Yes."},
		"indented quotes":  {"Lee <lee@agency.test> wrote:\n    > May we?\n\nYes.", "Yes."},
		"indent, top":      {"Yes.\n\nOn 20/11/2026, 10:00, \"Lee\" <lee@agency.test> wrote:\n\n    May we?\n\nLee", "Yes."},
		"indent, bottom":   {"On 20/11/2026, 10:00, \"Lee\" <lee@agency.test> wrote:\n\n    May we?\n    Lee\n\nYes.\n\nAnn", "Yes.\n\nAnn"},
		"indent, both":     {"On 20/11/2026, 10:00, \"Lee\" <lee@agency.test> wrote:\n\n    May we?\n\nYou may:\n\n    503-555-0123", "May we?\n\nYou may:\n\n    503-555-0123"},
		"indent, older":    {"On 20/11/2026, 10:00, \"Lee\" <lee@agency.test> wrote:\n\n    May we?\n\nYes.\n\n-----Original Message-----\nFrom: Bo\n\nNo.", "Yes."},
		"indent, no more":  {"On 20/11/2026, 10:00, \"Lee\" <lee@agency.test> wrote:\n\n    May we?\n", ""},
		"no indent":        {"On 20/11/2026, 10:00, \"Lee\" <lee@agency.test> wrote:\n\nMay we?\n\nLee", ""},
		"first lines":      {"On 20/11/2026, 10:00, \"Lee\" <lee@agency.test> wrote:\n\n    May we know\nthe year?\n\nLee", ""},
		"byte order mark":  {"\ufeff> May we?\n\nYes.", "Yes."},
		"empty":            {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Extract(textMail(c.text)).Text; got != c.want {
				t.Errorf("own text %q, want %q", got, c.want)
			}
		})
	}
}

func TestSegmentsInOrder(t *testing.T) {
	r := Extract(textMail("Yes.\n\nOn Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:\n> May we?\n\nBelow, too.\n\n-- \nAnn"))
	var kinds []string
	for _, s := range r.Segments {
		kinds = append(kinds, string(s.Kind))
	}
	if got, want := strings.Join(kinds, " "), "own attribution quote own signature"; got != want {
		t.Errorf("segments %s, want %s", got, want)
	}
}

func TestCase26InlineAnswersAreKept(t *testing.T) {
	r := Extract(textMail("> Year?\n2019\n> Make?\nHonda\n> Miles?\n12000"))
	if !r.Interleaved || r.Clean || r.Text != "2019\n\nHonda\n\n12000" {
		t.Errorf("interleaved %v, clean %v, text %q", r.Interleaved, r.Clean, r.Text)
	}
}

// TestAnswersComeWithTheirQuestions: an answer below or between quoted text is found. An answer
// in between sets Interleaved, and Answers has the whole order.
func TestAnswersComeWithTheirQuestions(t *testing.T) {
	const (
		wrote = "\n\nOn Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:\n"
		three = "> 1) Born\n> when?\n> 2) Which car?\n> 3) For work?\n>\n> Lee"
	)
	for text, want := range map[string]string{
		"Hi" + wrote + "> Born when?\n\n3/4/85\n\n> Which car?\na Soul":                       "Hi\n> Born when?\n3/4/85\n> Which car?\na Soul",
		"3/4/85" + wrote + "> Hi\n> Born when?\n> > In 2026.":                                 "> Hi\n> Born when?\n\n3/4/85",
		"Hello" + wrote + "> Thank you.":                                                      "Hello",
		"Hello\n1) 3/4/85\n2) a Soul" + wrote + three:                                         "> 3) For work?\n>\n> Lee\n\nHello\n> 1) Born\n> when?\n3/4/85\n> 2) Which car?\na Soul",
		"Question 1 - 3/4/85\nTo no. 2: a Soul" + wrote + three:                               "> 3) For work?\n>\n> Lee\n\n> 1) Born\n> when?\n3/4/85\n> 2) Which car?\na Soul",
		"No to 3, 1 is 3/4/85" + wrote + three:                                                three + "\n\nNo to 3, 1 is 3/4/85",
		"2 is a Soul (or 2 of them), and yes to 3." + wrote + three:                           "> 1) Born\n> when?\n>\n> Lee\n\n> 2) Which car?\na Soul (or 2 of them)\n> 3) For work?\nyes",
		"1) 3/4/85, 2) a Soul of 2019, 3) 12 miles" + wrote + three:                           ">\n> Lee\n\n> 1) Born\n> when?\n3/4/85\n> 2) Which car?\na Soul of 2019\n> 3) For work?\n12 miles",
		"My answers are below" + wrote + "> 1) Born?   3/4/85\n> 2) Which car? A Soul\n> Lee": "> 1) Born?\n3/4/85\n> 2) Which car?\nA Soul\n> Lee\n\nMy answers are below",
		"My car is below" + wrote + "> 1) Born? We ask all.\n> 2) Which car?":                 "> 1) Born? We ask all.\n> 2) Which car?\n\nMy car is below",
		"1. 3/4/85\n2. a Soul" + wrote + "> 1. Born when? 2. Which car? 3. For work?":         "> 3. For work?\n\n> 1. Born when?\n3/4/85\n> 2. Which car?\na Soul",
		"1. 3/4/85\n2. a Soul" + wrote + "> 1. Born when? 3. Which car?":                      "> 1. Born when? 3. Which car?\n\n1. 3/4/85\n2. a Soul",
		"It is 2. And 3 of us drive." + wrote + three:                                         three + "\n\nIt is 2. And 3 of us drive.",
		"1. a Soul\n2. a Golf" + wrote + "> Which cars?":                                      "> Which cars?\n\n1. a Soul\n2. a Golf",
		"1. a Soul\n2. a Golf" + wrote + "> 1. What?\n> 1. What else?":                        "> 1. What?\n> 1. What else?\n\n1. a Soul\n2. a Golf",
	} {
		if got := Extract(textMail(text)).Answers(); got != want {
			t.Errorf("%q:\n%q, want\n%q", text, got, want)
		}
	}
}

// TestPassedOn: a forwarded mail, or a quotation in one piece, loses its marks. A conversation
// does not count as forwarded.
func TestPassedOn(t *testing.T) {
	const wrote = "\n\nOn Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:\n"
	for text, want := range map[string]string{
		"All right." + wrote + "> Name: Ann\n>\n> Car: a Soul":    "Name: Ann\n\nCar: a Soul",
		"Hi" + wrote + "> Born when?\n\n3/4/85\n\n> Which car?":   "",
		"All right." + wrote + strings.Repeat("> Again.\n", 2000): "",
	} {
		if got := Extract(textMail(text)).Forwarded(); strings.TrimSpace(got) != want {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

func TestCase26AnswersOutsideOfTheTop(t *testing.T) {
	page := `<div>On Friday Lee wrote:</div><blockquote type="cite">Year?</blockquote><div>2019</div><blockquote type="cite">Miles?</blockquote><div>12000</div>`
	for name, c := range map[string]struct {
		m     *message.Message
		want  string
		clean bool
	}{
		"bottom":                   {textMail("> Year?\n> Miles?\n\n2019, 12000"), "2019, 12000", true},
		"bottom, attributed":       {textMail("Lee wrote:\n> Year?\n\n2019\n\n-- \nAnn"), "2019", true},
		"top and bottom":           {textMail("Hi Lee,\n\nOn 20 Nov 2026 at 10:00, Lee wrote:\n> Year?\n\n2019"), "Hi Lee,\n\n2019", false},
		"between":                  {textMail("Lee wrote:\n\n> Year?\n2019\n> Miles?\n12000\n> Thanks, Lee"), "2019\n\n12000", false},
		"between, HTML":            {&message.Message{HTML: page}, "2019\n\n12000", false},
		"below a header block":     {textMail("-----Original Message-----\nFrom: Lee\nSent: Friday\n\n> Year?\n\n2019"), "2019", true},
		"below a quoted signature": {textMail("> Year?\n> -- \n> Lee\n\n2019"), "2019", true},
	} {
		r := Extract(c.m)
		if r.Text != c.want || !r.Interleaved || r.Clean != c.clean {
			t.Errorf("%s: %+v", name, r)
		}
		var whole string
		for _, s := range r.Segments {
			whole += s.Text + "\n"
		}
		if year, answer := strings.Index(whole, "Year?"), strings.Index(whole, "2019"); year < 0 || answer < year {
			t.Errorf("%s: the whole is %q", name, whole)
		}
	}
}

func TestCase26NothingOfTheAuthorsOwn(t *testing.T) {
	r := Extract(textMail("> only\n> a quote"))
	if r.Text != "" || r.Clean || len(r.Notes) == 0 || len(r.Segments) != 1 {
		t.Errorf("%+v", r)
	}
}

func TestCleanWhereOnlyMarksCut(t *testing.T) {
	for text, clean := range map[string]bool{
		"Yes.\n\nOn Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:\n> May we?": true,
		"> May we?\n\nYes.":          true,
		"Yes.\n\n-- \nAnn":           true,
		"Yes.\n\n____\nAnn\n503-555": false,
	} {
		if r := Extract(textMail(text)); r.Clean != clean || r.Text != "Yes." {
			t.Errorf("%q: clean %v (%v), text %q", text, r.Clean, r.Notes, r.Text)
		}
	}
}

func TestFlowed(t *testing.T) {
	m := textMail("This is one \nlong line.\n\n> Is this \n> one, too?\n>> deeper\n\n-- \nAnn")
	m.Flowed = true
	r := Extract(m)
	if r.Text != "This is one long line." || !strings.Contains(r.Segments[1].Text, "> Is this one, too?\n>> deeper") {
		t.Errorf("text %q, segments %+v", r.Text, r.Segments)
	}
}
