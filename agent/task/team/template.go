package team

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"text/template"
	"time"

	"ppamaild/agent/task/subject"
)

// templateData has the values for a configured argument: one subject and one time span. Until is
// the last day.
type templateData struct {
	Person, Email, Phone, Policy, Invoice, Vendor string
	Words                                         string // quoted words in the task
	Since, Until                                  string // 2006-01-02; "": open
	Task                                          string // whole text
}

// fromTemplates returns the configured arguments for each subject. Arguments about the whole
// task, or a task without subjects, give one call.
func (f argumentBuilder) fromTemplates(given map[string]any) (all []json.RawMessage, timed bool, err error) {
	made := func(a templateData) map[string]any {
		args, wrong := rendered(given, a)
		if wrong != nil {
			err = fmt.Errorf("the configured arguments of %s: %w", f.tool.Name, wrong)
		}
		return args
	}
	timed = len(f.subjects.Spans) == 0
	for _, span := range f.spans() {
		bare := templateData{Task: f.text}.in(span)
		plain := made(bare)
		timed = timed || !reflect.DeepEqual(plain, made(templateData{Task: f.text}))
		before := len(all)
		for _, focus := range f.templateFoci(bare) {
			if args := made(focus); !reflect.DeepEqual(args, plain) {
				all = f.add(all, args)
			}
		}
		ofTask := !reflect.DeepEqual(plain, made(templateData{}.in(span)))
		if len(all) == before && len(plain) > 0 && (ofTask || f.subjects.IsEmpty()) {
			all = f.add(all, plain)
		}
	}
	return all, timed, err
}

func (a templateData) in(s subject.Span) templateData {
	if !s.Since.IsZero() {
		a.Since = s.Since.Format(time.DateOnly)
	}
	if !s.Until.IsZero() {
		a.Until = s.Until.AddDate(0, 0, -1).Format(time.DateOnly)
	}
	return a
}

// templateFoci returns a copy of bare for each subject.
func (f argumentBuilder) templateFoci(bare templateData) (all []templateData) {
	add := func(values []string, set func(*templateData, string)) {
		for _, value := range values {
			focus := bare
			set(&focus, value)
			all = append(all, focus)
		}
	}
	s := f.subjects
	add(values(person, s), func(a *templateData, v string) { a.Person = v })
	add(values(email, s), func(a *templateData, v string) { a.Email = v })
	add(values(phone, s), func(a *templateData, v string) { a.Phone = v })
	add(values(policy, s), func(a *templateData, v string) { a.Policy = v })
	add(values(invoice, s), func(a *templateData, v string) { a.Invoice = v })
	add(values(vendor, s), func(a *templateData, v string) { a.Vendor = v })
	if len(s.Words) > 0 {
		add([]string{strings.Join(s.Words, " ")}, func(a *templateData, v string) { a.Words = v })
	}
	return all
}

// rendered executes the templates in arguments and drops empty values.
func rendered(given map[string]any, data templateData) (map[string]any, error) {
	args := make(map[string]any, len(given))
	for name, v := range given {
		value, err := render(v, data)
		if err != nil {
			return nil, err
		}
		if value != nil {
			args[name] = value
		}
	}
	return args, nil
}

// render executes the templates in a value; nil: empty.
func render(v any, data templateData) (any, error) {
	switch v := v.(type) {
	case string:
		t, err := template.New("").Parse(v)
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		if err := t.Execute(&b, data); err != nil {
			return nil, err
		}
		if text := strings.TrimSpace(b.String()); text != "" {
			return text, nil
		}
		return nil, nil
	case []any:
		list := make([]any, 0, len(v))
		for _, each := range v {
			value, err := render(each, data)
			if err != nil {
				return nil, err
			}
			if value != nil {
				list = append(list, value)
			}
		}
		return list, nil
	case map[string]any:
		return rendered(v, data)
	}
	return v, nil
}
