package lazyregexp

import (
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func TestResultsAreThoseOfRegexp(t *testing.T) {
	const expression, text = `(\d)(x?)`, "a1b2xc"
	raw := []byte(text)
	l, p := MustCompile(expression), regexp.MustCompile(expression)
	for name, results := range map[string][2]any{
		"MatchString":                {l.MatchString(text), p.MatchString(text)},
		"String":                     {l.String(), p.String()},
		"Match":                      {l.Match(raw), p.Match(raw)},
		"FindAll":                    {l.FindAll(raw, 1), p.FindAll(raw, 1)},
		"FindAllIndex":               {l.FindAllIndex(raw, 1), p.FindAllIndex(raw, 1)},
		"ReplaceAll":                 {l.ReplaceAll(raw, []byte("-")), p.ReplaceAll(raw, []byte("-"))},
		"FindAllSubmatch":            {l.FindAllSubmatch(raw, 1), p.FindAllSubmatch(raw, 1)},
		"FindString":                 {l.FindString(text), p.FindString(text)},
		"FindStringIndex":            {l.FindStringIndex(text), p.FindStringIndex(text)},
		"FindStringSubmatch":         {l.FindStringSubmatch(text), p.FindStringSubmatch(text)},
		"FindStringSubmatchIndex":    {l.FindStringSubmatchIndex(text), p.FindStringSubmatchIndex(text)},
		"FindAllString":              {l.FindAllString(text, 2), p.FindAllString(text, 2)},
		"FindAllStringIndex":         {l.FindAllStringIndex(text, 1), p.FindAllStringIndex(text, 1)},
		"FindAllStringSubmatch":      {l.FindAllStringSubmatch(text, -1), p.FindAllStringSubmatch(text, -1)},
		"FindAllStringSubmatchIndex": {l.FindAllStringSubmatchIndex(text, -1), p.FindAllStringSubmatchIndex(text, -1)},
		"ReplaceAllString":           {l.ReplaceAllString(text, "$1-"), p.ReplaceAllString(text, "$1-")},
		"ReplaceAllStringFunc":       {l.ReplaceAllStringFunc(text, strings.ToUpper), p.ReplaceAllStringFunc(text, strings.ToUpper)},
		"Split":                      {l.Split(text, -1), p.Split(text, -1)},
	} {
		if !reflect.DeepEqual(results[0], results[1]) {
			t.Errorf("%s: %v, want %v", name, results[0], results[1])
		}
	}
}

func TestABadExpressionPanicsOnFirstUse(t *testing.T) {
	bad := MustCompile("(")
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	bad.MatchString("")
}
