package agent

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent/fields"
	"ppamaild/lazyregexp"
	"ppamaild/templates"
)

// ownText sends a text that staff wrote by hand. A text goes back to its writer if it fails the
// facts check, is only part of the reply, or may be a correction. It is sent after the writer
// accepts it.
func (a *Agent) ownText(s *State, w Written, r *Result) {
	s.AgentScratchpad.CarrierSince = time.Time{}
	s.AgentScratchpad.Questions = nil // staff answer the customer
	s.dropOwnText(a.say("agent.text_replaced"), r)
	text, page := w.Text, w.Text
	if w.Footer != "" {
		text, page = templates.WrapText(w.Text)+"\n\n"+w.Footer, w.Text+"\n\n"+w.Footer
	}
	d := Draft{To: []string{s.CustomerInfo.AnswerTo},
		Subject: subjectFor(s.CustomerInfo, s.LanguageFor("")), Text: text,
		HTML: textPage(page)}
	bad := slices.Concat(CheckFacts(d, s, a.Words), w.UnsentParts, a.textDoubts(s, w))
	if len(bad) == 0 {
		r.want(SendMail{Draft: d})
		return
	}
	p := Proposal{Stage: StageFinalResponse, Draft: &d, Digest: d.Digest(), Warnings: bad}
	r.want(AskReview{p, w.By})
	p.Draft = d.withoutHTML()
	s.AgentScratchpad.OwnText = &p
}

// fewWords is the length below which a text without a greeting is probably not a mail.
const fewWords = 12

// textDoubts explains why a text may not be a mail to the customer.
func (a *Agent) textDoubts(s *State, w Written) []string {
	switch {
	case w.Word == "":
		return nil
	case w.Word == WordNone:
		return []string{a.say("agent.text_without_word")}
	case fields.AreLines(w.Text):
		return []string{a.say("agent.value_lines")}
	case w.ByAgent && w.Word == WordEdit:
		return []string{a.say("agent.text_not_values")}
	case w.ByAgent:
		return a.tooShort(s, w.Text)
	}
	return nil
}

// NoMail explains why a text in place of a draft may be no mail to the customer: the text may be an
// order to the agent, or unfinished. Only EDIT also corrects values.
func (a *Agent) NoMail(s *State, text string, word Word) (why []string) {
	if text != "" && !greetsCustomer(s, text) {
		why = append(why, a.say("agent.text_no_greeting"))
		if word == WordEdit {
			why = append(why, a.say("agent.text_corrects"))
		}
	}
	return append(why, a.Unfinished(text)...)
}

// Unfinished warns about a placeholder in a text of staff.
func (a *Agent) Unfinished(text string) []string {
	if left := placeholder.FindString(text); left != "" {
		return []string{a.say("agent.text_placeholder", left)}
	}
	return nil
}

// placeholder matches "[name]", and no address, link or picture such as "<tel:5035550100>".
var placeholder = lazyregexp.MustCompile(`[\[<{] ?[\pL_][^\]>}@:/\n]{1,60}[\]>}]`)

// greetsCustomer reports whether a text begins with a short greeting or with a greeting and a name
// of the customer or a driver. "Hi, please ask her for the VIN" is for a colleague.
func greetsCustomer(s *State, text string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	words, greets := strings.Fields(strings.ToLower(first)), fields.Greets(first)
	a := s.Application()
	said := s.CustomerInfo.Name + " " + a.NamedInsured.GivenName + " " + a.NamedInsured.Surname
	for _, d := range a.Drivers {
		said += " " + d.GivenName + " " + d.Surname
	}
	names := strings.Fields(strings.ToLower(said))
	for i, word := range words[:min(3, len(words))] {
		bare := strings.Trim(word, ",.:;!-")
		afterComma := i > 0 && strings.HasSuffix(words[i-1], ",")
		if slices.Contains(names, bare) && (greets && i > 0 && !afterComma || bare != word) {
			return true
		}
		if afterComma {
			break
		}
	}
	return greets && len(words) < 5
}

// tooShort warns about a few words without a greeting: the words may be a value and no mail.
func (a *Agent) tooShort(s *State, text string) []string {
	if text == "" || a.MayBeMail(s, text) {
		return nil
	}
	return []string{a.say("agent.text_too_short", strconv.Itoa(len(strings.Fields(text))))}
}

// MayBeMail reports whether a text of staff is long or has a greeting. Other texts may be a value
// or words about a draft.
func (a *Agent) MayBeMail(s *State, text string) bool {
	return len(strings.Fields(text)) >= fewWords || fields.Greets(text) || greetsCustomer(s, text)
}

// subjectFor returns the subject of a mail without a template.
func subjectFor(c CustomerInfo, language string) string {
	if strings.TrimSpace(c.Subject) == "" {
		return templates.Embedded(language).Say("letters.your_message")
	}
	if c.Spoken || len(c.Subject) >= 3 && strings.EqualFold(c.Subject[:3], "re:") {
		return c.Subject
	}
	return "Re: " + c.Subject
}
