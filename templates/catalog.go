package templates

import "strings"

// kind is one mail: a layout, which several mails share, and sample data of the mail's view
// type.
type kind struct {
	name   string
	layout string
	sample func(language string) any
}

func catalog() []kind {
	kinds := []kind{
		{"info_request", "info_request", func(l string) any { return sampleInfoRequest(l) }},
		{"info_reminder", "info_request", func(l string) any { return sampleInfoRequest(l) }},
		{"info_close", "closing", func(l string) any { return Closing{Letter: sampleLetter(l)} }},
		{"acknowledgement", "closing", func(l string) any { return sampleAcknowledgement(l) }},
		{"quote", "quote", func(l string) any { return sampleQuote(l) }},
		{"answer", "answer", func(l string) any { return sampleAnswer(l) }},
		{"closing", "closing", func(l string) any { return Closing{Letter: sampleLetter(l)} }},
		{"review", "review", func(string) any { return sampleReview() }},
		{"reminder", "review", func(string) any { return waiting(samplePrice()) }},
		{"escalation", "review", func(string) any { return waiting(sampleRead()) }},
	}
	for _, n := range sampleNotices() {
		kinds = append(kinds, kind{n.name, "notice", func(string) any { return n.view }})
	}
	return kinds
}

func (k kind) staff() bool { return k.layout == "review" || k.layout == "notice" }

// languages returns the languages of the mail, out of the languages in files.
func (k kind) languages(files sources) []string {
	if k.staff() {
		return []string{english}
	}
	return files.languages()
}

// base is the mail with the shared phrases.
func (k kind) base() string { return strings.Replace(k.layout, "answer", "quote", 1) }

// required lists the phrases that the mail must show, even with overridden templates.
func (k kind) required() []string {
	switch {
	case k.base() == "quote":
		return []string{"disclaimer", "illustrative", "automation", "license", "reference"}
	case !k.staff():
		return []string{"nobind", "automation", "license", "reference"}
	}
	return nil
}
