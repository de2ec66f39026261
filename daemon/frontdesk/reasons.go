package frontdesk

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/reading/staff"
)

// maxReasons bounds the reasons of one kind.
const maxReasons = 6

// usuallyAsked are values that staff like to know, although a quote needs no such value.
func usuallyAsked() []string {
	return []string{
		"named_insured.phone", "vehicles[0].vin", "drivers[0].license_number",
		"prior_insurance.carrier",
	}
}

// reasons lists short reasons to send a draft back. The planner can act on each of them.
func reasons(d *Desk, p agent.Proposal, s *agent.State) (all []string) {
	if p.Draft == nil || p.Stage != agent.StageInfoRequest && p.Stage != agent.StageQuote {
		return nil
	}
	known, paths := s.CustomerInfo.Case, usuallyAsked()
	var ask agent.AskArgs // stays empty for a quote
	switch {
	case p.Stage == agent.StageQuote:
		paths = append(assumed(known), paths...)
	case json.Unmarshal(p.Action.Args, &ask) != nil:
		return nil
	case !ask.Short:
		all = append(all, d.Say("console.reason.shorter"))
	}
	language := "console.reason.spanish"
	if p.Draft.Translation != "" {
		language = "console.reason.english"
	}
	all = append(all, d.Say(language))
	for n := 1; len(ask.Fields) > 1 && n <= maxReasons; n++ {
		asksFor := func(path string) bool { return slices.Contains(ask.Fields, path) }
		if slices.ContainsFunc(s.Inquiry().QuestionPaths(ask.Fields, n), asksFor) {
			all = append(all, d.Say("console.reason.drop", strconv.Itoa(n)))
		}
	}
	return append(all, askReasons(d, paths, ask.Fields, known)...)
}

// assumed lists the assumed values, in the order of the form.
func assumed(known quote.Case) (paths []string) {
	for _, path := range letters.ShownPaths(known.Application) {
		if known.Facts[path].Standing == quote.Assumed {
			paths = append(paths, path)
		}
	}
	return paths
}

// askReasons lists reasons to ask about values that the draft does not ask about. A reason that
// the planner reads in another way is no reason.
func askReasons(d *Desk, paths, asked []string, known quote.Case) (all []string) {
	for _, path := range paths {
		stated := known.Application.Has(path) && known.Facts[path].Standing != quote.Assumed
		if stated || slices.Contains(asked, path) || len(all) == maxReasons {
			continue
		}
		said := d.Say("console.reason.ask", inSentence(d.shortLabel(path)))
		read := staff.ReasonOf(said, known.Application)
		understood := len(read) == 1 && read[0].Kind == "add" &&
			slices.Contains(read[0].Paths, path)
		if understood && !slices.Contains(all, said) {
			all = append(all, said)
		}
	}
	return all
}

// inSentence writes a label inside a sentence: "Miles a year" as "miles a year", and "VIN" as it
// is.
func inSentence(label string) string {
	first, size := utf8.DecodeRuneInString(label)
	if second, _ := utf8.DecodeRuneInString(label[size:]); unicode.IsUpper(second) {
		return label
	}
	return string(unicode.ToLower(first)) + label[size:]
}
