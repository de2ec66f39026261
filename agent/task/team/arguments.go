package team

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"ppamaild/agent/task/mcp"
	"ppamaild/agent/task/subject"
	"ppamaild/lazyregexp"
)

// What a parameter takes. doc/tasks.md has the table.
type meaning int

const (
	nothing meaning = iota
	person
	email
	phone
	policy
	invoice
	vendor
	anything
	since
	until
	status
)

// parameters are the names by which a parameter says what it takes, in lower case and
// without what parts their words.
var parameters = map[meaning][]string{
	person: {"name", "fullname", "person", "personname", "customer", "customername", "client",
		"clientname", "contact", "contactname", "insured", "insuredname", "policyholder",
		"household"},
	email:    {"email", "emailaddress", "mail", "customeremail", "contactemail"},
	phone:    {"phone", "phonenumber", "telephone", "mobile"},
	policy:   {"policy", "policynumber", "policyno", "policyid"},
	invoice:  {"invoice", "invoicenumber", "invoiceno", "invoiceid"},
	vendor:   {"vendor", "vendorname", "supplier", "suppliername", "payee", "company"},
	anything: {"query", "q", "search", "searchterm", "text", "term", "keyword", "keywords"},
	since:    {"since", "from", "fromdate", "datefrom", "startdate", "after", "datestart"},
	until:    {"until", "to", "todate", "dateto", "enddate", "before", "dateend"},
	status:   {"status", "state"},
}

// meaningOf says what a tool's parameter takes. A number, and a name, may be of what the
// tool is about.
func meaningOf(t mcp.Tool, name string) meaning {
	plain, tool := plainName(name), plainName(t.Name)
	switch isNumber := plain == "number" || plain == "no"; {
	case isNumber && strings.Contains(tool, "invoice"):
		return invoice
	case isNumber && strings.Contains(tool, "polic"):
		return policy
	case plain == "name" && (strings.Contains(tool, "vendor") ||
		strings.Contains(tool, "supplier")):
		return vendor
	}
	for m, names := range parameters {
		if slices.Contains(names, plain) {
			return m
		}
	}
	return nothing
}

func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// taking is what a tool's schema says of its parameters.
type parameterSet struct {
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required"`
}

type property struct {
	Type        any    `json:"type"`
	Enum        []any  `json:"enum"`
	Format      string `json:"format"`
	Description string `json:"description"`
}

func takingOf(t mcp.Tool) (p parameterSet) {
	if json.Unmarshal(t.Input, &p) != nil {
		return parameterSet{} // the client refuses its calls
	}
	return p
}

// isText reports whether a parameter takes text.
func (p property) isText() bool {
	several, _ := p.Type.([]any)
	return p.Type == "string" || slices.Contains(several, any("string"))
}

// values are what a task is about that a parameter of that meaning takes.
func values(m meaning, s subject.Subjects) []string {
	switch m {
	case person:
		return s.People
	case email:
		return s.Emails
	case phone:
		return s.Phones
	case policy:
		return slices.Concat(s.Policies, s.Numbers)
	case invoice:
		return slices.Concat(s.Invoices, s.Numbers)
	case vendor:
		return s.Vendors
	case anything:
		return s.Named()
	}
	return nil
}

// filling makes the arguments of a tool's calls from what a task is about.
type argumentBuilder struct {
	tool     mcp.Tool
	takes    parameterSet
	subjects subject.Subjects
	text     string // of the task
}

// arguments returns those of every call to make, and whether they hold to the time that
// is asked for. Each call is about one subject; none where what the tool requires is not
// to be had.
func (f argumentBuilder) arguments() (all []json.RawMessage, timed bool) {
	timed = len(f.subjects.Spans) == 0
	for _, span := range f.spans() {
		for _, args := range f.perSubject() {
			timed = f.addSpan(args, span) || timed
			all = f.add(all, args)
		}
	}
	return all, timed
}

// spans are those to ask for; the zero one is any time.
func (f argumentBuilder) spans() subject.Spans {
	if len(f.subjects.Spans) == 0 {
		return subject.Spans{{}}
	}
	return f.subjects.Spans
}

// focused are the arguments of a call about each subject. A task that names nobody is
// about what it says of a status, or of what the tool lists.
func (f argumentBuilder) perSubject() (all []map[string]any) {
	common := f.statuses()
	for _, name := range slices.Sorted(maps.Keys(f.takes.Properties)) {
		if p := f.takes.Properties[name]; p.isText() {
			m := meaningOf(f.tool, name)
			for _, value := range values(m, f.subjects) {
				args := map[string]any{name: value}
				if m == person || m == vendor { // of what is named by its number, any state is wanted
					maps.Copy(args, common)
				}
				all = append(all, args)
			}
		}
	}
	if len(all) > 0 || !f.subjects.IsNobody() {
		return all
	}
	if len(f.takes.Properties) == 0 && f.isAskedFor() {
		return append(all, common)
	}
	return f.perStatus(common)
}

// eachStatus are the arguments of a call for each value of a status that the task names.
func (f argumentBuilder) perStatus(common map[string]any) (all []map[string]any) {
	said := f.namedStatuses()
	for _, name := range slices.Sorted(maps.Keys(said)) {
		for _, value := range said[name] {
			if _, settled := common[name]; !settled {
				args := maps.Clone(common)
				args[name] = value
				all = append(all, args)
			}
		}
	}
	if len(all) == 0 && len(common) > 0 {
		return append(all, common)
	}
	return all
}

// also adds arguments that lack nothing that is required, each once.
func (f argumentBuilder) add(all []json.RawMessage, args map[string]any) []json.RawMessage {
	lacks := func(name string) bool { _, has := args[name]; return !has }
	raw := asJSON(args)
	same := func(other json.RawMessage) bool { return bytes.Equal(raw, other) }
	if slices.ContainsFunc(f.takes.Required, lacks) || slices.ContainsFunc(all, same) {
		return all
	}
	return append(all, raw)
}

// limit adds a span of time to arguments; false where the tool takes none.
func (f argumentBuilder) addSpan(args map[string]any, span subject.Span) (took bool) {
	for name, p := range f.takes.Properties {
		end := time.Time{}
		switch meaningOf(f.tool, name) {
		case since:
			end = span.Since
		case until:
			if end = span.Until; !end.IsZero() && p.Format != "date-time" {
				end = end.AddDate(0, 0, -1) // the last day of it
			}
		default:
			continue
		}
		if !p.isText() {
			continue
		}
		took = true
		if !end.IsZero() {
			args[name] = written(end, p.Format)
		}
	}
	return took
}

func written(t time.Time, format string) string {
	if format == "date-time" {
		return t.Format(time.RFC3339)
	}
	return t.Format(time.DateOnly)
}

// statuses are the parameters of which the task names exactly one value.
func (f argumentBuilder) statuses() map[string]any {
	args := make(map[string]any)
	for name, values := range f.namedStatuses() {
		if len(values) == 1 {
			args[name] = values[0]
		}
	}
	return args
}

// said are the values that the task names of each status, unless it denies them.
func (f argumentBuilder) namedStatuses() map[string][]any {
	said := make(map[string][]any)
	wanted := statusQuestion.ReplaceAllString(f.text, " ")
	for name, p := range f.takes.Properties {
		if meaningOf(f.tool, name) != status {
			continue
		}
		for _, value := range p.Enum {
			if word, is := value.(string); is &&
				(subject.Says(wanted, word) || namesSynonym(wanted, word, p.Enum)) {
				said[name] = append(said[name], value)
			}
		}
	}
	return said
}

// sameStatus are words for what a status may be called by another: who asks for what is overdue is
// told that what is unpaid was asked for.
var statusSynonyms = map[string][]string{"unpaid": {"outstanding", "overdue", "past due"}}

// inquired is a status that a task wants to know, or to have entered, and nothing that it is about:
// "whether it is paid", "if her window was paid", "mark it as paid".
var statusQuestion = lazyregexp.MustCompile(`(?i)\b(?:whether|if) (?:it|they|this|that|these|those|each|he|she|(?:the|her|his|their|an?|every)(?: [\pL\d'’-]+){1,5}?) ` +
	`(?:is|are|was|were|has been|have been|got)(?: (?:already|still|yet))? \pL+(?: or \pL+)?|\b(?:mark|set|enter|record|book)(?:ed|s)?\b[^.;!?\n]*? as \pL+`)

// saysSame reports whether a text has another word for a status, which is no status by itself.
func namesSynonym(text, status string, all []any) bool {
	return slices.ContainsFunc(statusSynonyms[strings.ToLower(status)], func(word string) bool {
		isOne := func(value any) bool {
			text,
				_ := value.(string)
			return plainName(text) == plainName(word)
		}
		return subject.Says(text, word) && !slices.ContainsFunc(all, isOne)
	})
}

// isAskedFor reports whether a task speaks of what a tool lists: "vendors" of
// list_vendors.
func (f argumentBuilder) isAskedFor() bool {
	words := strings.FieldsFunc(f.tool.Name, func(r rune) bool { return !unicode.IsLetter(r) })
	return len(words) > 1 && subject.Says(f.text, words[len(words)-1])
}
