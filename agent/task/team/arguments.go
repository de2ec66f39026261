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
	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// meaning is the kind of value that a parameter takes.
type meaning int

// The meanings of parameters. doc/tasks.md has the table.
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

// parameters has the names of parameters by meaning, in lower case and without separators.
var parameters = lazy.Value[map[meaning][]string]{New: func() map[meaning][]string {
	return map[meaning][]string{
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
}}

// meaningOf returns the meaning of a tool's parameter. The subject of the tool decides about a
// number or a name.
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
	for m, names := range parameters.Get() {
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

// parameterSet has the parameters in a tool's schema.
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

// parametersOf returns the parameters of a tool.
func parametersOf(t mcp.Tool) (p parameterSet) {
	if json.Unmarshal(t.Input, &p) != nil {
		return parameterSet{} // the client refuses calls of this tool
	}
	return p
}

// isText reports whether a parameter is text.
func (p property) isText() bool {
	several, _ := p.Type.([]any)
	return p.Type == "string" || slices.Contains(several, any("string"))
}

// values returns the values in a task for a meaning.
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

// argumentBuilder builds the arguments of a tool's calls from the values in a task.
type argumentBuilder struct {
	tool     mcp.Tool
	takes    parameterSet
	subjects subject.Subjects
	text     string // text of the task
}

// arguments returns the arguments of all calls, and whether they respect the requested time. Each
// call is about one subject. There are no calls if a required value is missing.
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

// spans returns the time spans to request. The zero span is any time.
func (f argumentBuilder) spans() subject.Spans {
	if len(f.subjects.Spans) == 0 {
		return subject.Spans{{}}
	}
	return f.subjects.Spans
}

// perSubject returns the arguments of one call per subject. A task without subjects is about a
// status, or about the tool's list.
func (f argumentBuilder) perSubject() (all []map[string]any) {
	common := f.statuses()
	for _, name := range slices.Sorted(maps.Keys(f.takes.Properties)) {
		if p := f.takes.Properties[name]; p.isText() {
			m := meaningOf(f.tool, name)
			for _, value := range values(m, f.subjects) {
				args := map[string]any{name: value}
				if m == person || m == vendor { // a number selects any status
					maps.Copy(args, common)
				}
				all = append(all, args)
			}
		}
	}
	if len(all) > 0 || !f.subjects.IsEmpty() {
		return all
	}
	if len(f.takes.Properties) == 0 && f.isAskedFor() {
		return append(all, common)
	}
	return f.perStatus(common)
}

// perStatus returns the arguments of one call per status in the task.
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

// add adds complete arguments once.
func (f argumentBuilder) add(all []json.RawMessage, args map[string]any) []json.RawMessage {
	lacks := func(name string) bool { _, has := args[name]; return !has }
	raw := asJSON(args)
	same := func(other json.RawMessage) bool { return bytes.Equal(raw, other) }
	if slices.ContainsFunc(f.takes.Required, lacks) || slices.ContainsFunc(all, same) {
		return all
	}
	return append(all, raw)
}

// addSpan adds a time span to arguments. It reports false if the tool has no such parameter.
func (f argumentBuilder) addSpan(args map[string]any, span subject.Span) (took bool) {
	for name, p := range f.takes.Properties {
		end := time.Time{}
		switch meaningOf(f.tool, name) {
		case since:
			end = span.Since
		case until:
			if end = span.Until; !end.IsZero() && p.Format != "date-time" {
				end = end.AddDate(0, 0, -1) // last day of the span
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

// statuses returns the parameters for which the task names exactly one value.
func (f argumentBuilder) statuses() map[string]any {
	args := make(map[string]any)
	for name, values := range f.namedStatuses() {
		if len(values) == 1 {
			args[name] = values[0]
		}
	}
	return args
}

// namedStatuses returns the values that the task names for each status, except negated ones.
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

// statusSynonyms has other words for a status. A request for overdue invoices gets the unpaid
// invoices and a note.
var statusSynonyms = lazy.Value[map[string][]string]{New: func() map[string][]string {
	return map[string][]string{"unpaid": {"outstanding", "overdue", "past due"}}
}}

// statusQuestion matches a status that the task wants to know or to change: "whether it is paid",
// "mark it as paid".
var statusQuestion = lazyregexp.MustCompile(`(?i)\b(?:whether|if) (?:it|they|this|that|these|those|each|he|she|(?:the|her|his|their|an?|every)(?: [\pL\d'’-]+){1,5}?) ` +
	`(?:is|are|was|were|has been|have been|got)(?: (?:already|still|yet))? \pL+(?: or \pL+)?|\b(?:mark|set|enter|record|book)(?:ed|s)?\b[^.;!?\n]*? as \pL+`)

// namesSynonym reports whether a text has a synonym of a status.
func namesSynonym(text, status string, all []any) bool {
	return slices.ContainsFunc(statusSynonyms.Get()[strings.ToLower(status)], func(word string) bool {
		isOne := func(value any) bool {
			text, _ := value.(string)
			return plainName(text) == plainName(word)
		}
		return subject.Says(text, word) && !slices.ContainsFunc(all, isOne)
	})
}

// isAskedFor reports whether a task mentions the list of a tool: "vendors" for list_vendors.
func (f argumentBuilder) isAskedFor() bool {
	words := strings.FieldsFunc(f.tool.Name, func(r rune) bool { return !unicode.IsLetter(r) })
	return len(words) > 1 && subject.Says(f.text, words[len(words)-1])
}
