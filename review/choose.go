package review

import "strings"

// Choose returns the decision of a word and its text, for staff who fill in a form. The text is
// taken as a whole: a form has no signature and no quoted mail. ok is false for an unknown word,
// and for a text that the word needs and lacks. Then Why may have a reason.
func Choose(word, given string, w Phrases) (d Decision, ok bool) {
	given = strings.TrimSpace(lineEnds.Replace(given))
	kind := arguments.Get()[word]
	switch _, known := usage.Get()[word]; {
	case !known || len(given) > longestText:
		return Decision{}, false
	case word == wordCancel:
		return Decision{Verdict: VerdictCancel, Reason: given}, true
	case kind == mayFollow:
		return commandOf(word, given), true
	case given == "":
		return decisionOf(word), kind == noArgument
	case word == wordReject:
		return Decision{Verdict: VerdictReject, Reason: given}, true
	case word == wordEdit:
		return Decision{Verdict: VerdictEdit, EditText: given}, true
	case word == wordAnswer:
		answers := answersOf(strings.Split(given, "\n"))
		return Decision{Verdict: VerdictAnswer, Answers: answers}, answers != nil
	case kind == text:
		return commandOf(word, given), true
	case kind == list:
		word += ":"
	}
	d = Parse(word+" "+given, Person{}, w)
	return d, d.Verdict == VerdictCommand
}

func commandOf(word, given string) Decision {
	return Decision{Verdict: VerdictCommand, Commands: []Command{{Word: word, Argument: given}}}
}
