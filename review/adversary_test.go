package review

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ppamaild/templates"
)

func pick[T any](t *rapid.T, name string, of ...T) T { return rapid.SampledFrom(of).Draw(t, name) }

// disguise writes a word in the variants of mail programs and keyboards. The meaning stays.
func disguise(t *rapid.T, word string) string {
	switch pick(t, "case", "upper", "lower", "title") {
	case "lower":
		word = strings.ToLower(word)
	case "title":
		word = word[:1] + strings.ToLower(word[1:])
	}
	middle := pick(t, "invisible", "", "", "", "\u200b", "\u00ad", "\u2060", "\ufeff", "\u200e")
	word = word[:3] + middle + word[3:]
	if rapid.IntRange(0, 9).Draw(t, "wide") == 0 {
		word = strings.Map(func(r rune) rune {
			if '!' <= r && r <= '~' {
				return r - '!' + '\uff01'
			}
			return r
		}, word)
	}
	format := pick(t, "dress", "%s", "%s", "%s", "*%s*", "**%s**", "_%s_", "\"%s\"", "“%s”", "‘%s’", "`%s`", "\u2067%s\u2069", "\u202a%s\u202c", "\ufeff%s", "\u200f%s", "\u00a0%s", "  %s\u3000", "\t%s")
	return fmt.Sprintf(format, word) + pick(t, "end", "", "", "", ".", "!", "!!", "…", " .", "\u00a0", ",", ";")
}

func accepting(t *rapid.T) string {
	return disguise(t, pick(t, "word", "ACCEPT", "ACCEPTED", "APPROVE", "APPROVED"))
}

// signOff draws a closing for a bare word.
func signOff(t *rapid.T) string {
	name := pick(t, "name", "Dana", "Dana", "Dana Reyes", "Dana Reyes", "Dana R.", "D. Reyes", "DR", "dana reyes", "~Dana", "- Dana")
	thanks := pick(t, "thanks", "", "", "\n", "\nThanks", " Thanks!", ", thanks", "\n\nThanks,", "\n\nThank you!\n", "\n\nBest regards,", "\n\nThank you for your help.\n", "\n\nMany thanks,", "\n\nCheers", " 👍")
	switch pick(t, "signature", "none", "none", "name", "name", "marked", "phone", "unmarked", "unmarked", "reference") {
	case "name":
		return thanks + "\n" + name
	case "marked":
		return thanks + pick(t, "mark", "\n\n-- \n", "\n-- \n", "\n\n--\n", "\n\n\u2014\n", "\n\n_____\n") + "Dana Reyes" + details(t)
	case "phone":
		return thanks + "\n\n" + pick(t, "phone", "Sent from my iPhone", "Sent from my Galaxy", "Get Outlook for Android", "Get Outlook for iOS", "Sent from Yahoo Mail on Android", "Sent from my iPad", "Sent from Gmail Mobile", "Sent from my Verizon, Samsung Galaxy smartphone", "Sent from Mail for Windows")
	case "unmarked":
		return thanks + "\n\n" + pick(t, "full", "Dana Reyes", "Dana Reyes, CIC", "DANA REYES", "*Dana Reyes*") + details(t) + notice(t)
	case "reference":
		return thanks + "\nRef: " + reference + notice(t)
	}
	return thanks
}

// details draws the lines of a signature below the name.
func details(t *rapid.T) string {
	lines := rapid.SliceOfN(rapid.SampledFrom([]string{
		"Senior Producer | Sunrise Insurance Agency", "Licensed Insurance Agent", "Account Manager, Personal Lines", "Sunrise Insurance Agency", "Customer Service Representative", "CA License #0X00000", "Lic. No. 0X00000",
		"12 Main Street, Salem, OR 97301", "1420 SE Taylor St", "Portland, OR 97214", "500 W. 3rd Ave., Suite 210", "M: 503.555.0123", "(503) 555-0123", "Office: (503) 555-0123 x 12 | Fax: (503) 555-0199", "+1 503 555 0123 (cell)",
		"dana@agency.test", "Email: dana@agency.test", "www.agency.test", "https://agency.test/quote", "Owner / Agent", "Sales Team Lead", "", "Facebook | LinkedIn",
	}), 0, 6).Draw(t, "details")
	if len(lines) == 0 {
		return ""
	}
	return "\n" + strings.Join(lines, "\n")
}

// notice draws the footers of gateways and agencies.
func notice(t *rapid.T) string {
	return pick(t, "notice", "", "", "", "",
		"\n\nCONFIDENTIALITY NOTICE: This e-mail is intended only for the addressee and may be privileged.",
		"\n\nThis email and any attachments are confidential and intended solely for the named recipient. If you are not the intended recipient, do not copy it.",
		"\n\nPlease note: coverage cannot be bound or changed by email or voicemail\nwithout confirmation from a licensed agent.",
		"\n\nInsurance coverage can not be bound or altered via e-mail, voice mail or fax.",
		"\n\nPlease consider the environment before printing this email.",
		"\n\n________________________________\nCONFIDENTIALITY NOTICE: This message may be privileged and confidential.")
}

// spoilers invalidate an acceptance, at any place after the word.
var spoilers = []string{
	"but make the deductible 500", "if she has a garage", "except the second car", "only with towing", "once she has paid", "with the changes we discussed", "and add her son",
	"or not?", "?", "not", "NOT!", "REJECT", "REJECT: wrong car", "CANCEL", "EDIT: Hello", "wait, no", "never mind", "on second thought, hold off", "just kidding", "as if",
	"No.", "no way", "for the Civic", "2", "$500", "tomorrow", "after I call her", "👎", "in principle", "unless Lee objects", "PS: the deductible must be 500", "the fee, not the rate",
	"P.S. change the limit first", "~~yes~~", "aber nicht heute", "pero no hoy", "mais pas encore", "\u202eton", "per Lee?", "whatever", "Dana, can you look?", "sincerely not", "thanks but no thanks",
	"coverage cannot be bound by email unless she pays the deposit today", "No commercial auto", "Home and Auto", "call the licensed agent in Salem first",
}

// refusers are first lines that are not an acceptance, although they contain the word or mean
// acceptance.
var refusers = []string{
	"no, don't approve", "I can't ACCEPT", "don't ACCEPT", "DISAPPROVE", "DISAPPROVED", "disallow", "NOT ACCEPTED", "un-ACCEPT", "ACCEPT?", "Accept or reject?", "Should I ACCEPT", "I would ACCEPT",
	"ok", "yes", "Yes, accept", "sure", "lgtm", "👍", "fine by me", "go ahead", "Hi,\nACCEPT", "Hello\n\nACCEPT", "Please ACCEPT", "I accept", "We ACCEPT", "We'd never ACCEPT", "Accepting", "ACCEPTABLE", "ACCEPTANCE",
	"АCCEPT", "ACCЕPT", "A̶C̶C̶E̶P̶T̶", "~~ACCEPT~~", "- ACCEPT", "• ACCEPT", "1. ACCEPT?", "[ ] ACCEPT", "[x] ACCEPT", "> ACCEPT", "| ACCEPT", "ACCEPT/REJECT", "ACCEPT or REJECT", "𝐀𝐂𝐂𝐄𝐏𝐓", "\u202eTPECCA", "\u202eACCEPT",
	"genehmigt", "aceptar", "approuvé", "принято", "接受", "", "\u200b", "REJECT", "REJECT: I can't ACCEPT this", "CANCEL", "REJECT\nACCEPT", "ACCEPT\nREJECT", "Out of office: ACCEPT will be read on Monday", "I am out of office until Monday.",
	"Great, another wrong quote. ACCEPT", "TAKE OVER", "Accepted: Review of quotes", "ACCEPT = no", "ACCEPT -> REJECT", "\"ACCEPT\" is what it says", "“ACCEPT” sends the draft", "The word ACCEPT", "EDIT: ACCEPT", "ACCEPT-", "A C C E P T not",
}

// notAccepted draws own text that accepts nothing.
func notAccepted(t *rapid.T) string {
	if rapid.Bool().Draw(t, "refuses") {
		own := pick(t, "refuser", refusers...)
		if own == "ACCEPT-" || own == "1. ACCEPT?" {
			own += " no"
		}
		return own + signOff(t)
	}
	glue := pick(t, "glue", ", looks good. ", "\nOK, ", " ", ", ", " - ", "\n", "\n\n", "\n\nThanks,\nDana\n", "\n\nDana Reyes\nSunrise Insurance Agency\n\n", "\nRef: "+reference+"\n", "\u2028", "; ")
	return accepting(t) + glue + pick(t, "spoiler", spoilers...)
}

// composed draws a message of a mail program with the own text.
func composed(t *rapid.T, own string, m templates.Mail, lost bool) eml {
	var fit []program
	for _, p := range programs {
		if lost || !p.lost {
			fit = append(fit, p)
		}
	}
	e := rapid.SampledFrom(fit).Draw(t, "program").reply(own, m, rapid.IntRange(0, 2).Draw(t, "form"))
	e.encoding = pick(t, "encoding", "8bit", "quoted-printable", "base64")
	return e
}

// TestNoFalseAccept generates replies that accept nothing, in all the ways of mail programs.
func TestNoFalseAccept(t *testing.T) {
	m := reviewMail(t)
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			raw := composed(t, notAccepted(t), m, true).String()
			if d := decides(t, raw); d.Verdict == VerdictAccept {
				t.Fatalf("accepted:\n%s", raw)
			}
		}
	})
}

// TestPlainAcceptsAreUnderstood measures the share of valid acceptances that are unclear to
// Parse, for mail programs that mark quotations.
func TestPlainAcceptsAreUnderstood(t *testing.T) {
	const mails, most = 4000, 2.0 // percent
	m := reviewMail(t)
	draw := rapid.Custom(func(t *rapid.T) string {
		return composed(t, accepting(t)+signOff(t), m, false).String()
	})
	unclear := map[string]int{}
	n := 0
	for seed := range mails {
		raw := draw.Example(seed)
		switch d := decides(t, raw); d.Verdict {
		case VerdictAccept:
		case VerdictUnclear:
			n++
			unclear[d.Understood+": "+d.Why]++
		default:
			t.Fatalf("%+v\n%s", d, raw)
		}
	}
	rate := 100 * float64(n) / mails
	t.Logf("asked back though clear: %d of %d (%.2f%%)", n, mails, rate)
	if rate > most {
		t.Errorf("more than %.1f%% are asked back", most)
	}
	for why, n := range unclear {
		t.Logf("%4d %s", n, why)
	}
}
