package review

// Phrases has the sentences for staff, by name. *templates.Phrases implements Phrases.
type Phrases interface {
	Say(name string, args ...string) string
}

// unclear returns an unclear decision with the text that was read, and the reason.
func unclear(understood, why string) Decision {
	return Decision{Verdict: VerdictUnclear, Understood: understood, Why: why}
}
