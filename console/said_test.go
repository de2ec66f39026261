package console

import (
	"strings"
	"testing"
)

// The words behind values are marked, each with its values. Other text stays as written.
func TestSaid(t *testing.T) {
	fields := []Group{{Fields: []Field{
		{Path: "year", Label: "Year", Value: "2019", Words: "2019 Honda Civic"},
		{Path: "make", Label: "Make", Value: "Honda", Words: "Honda"},
		{Path: "miles", Label: "Miles", Value: "9,000", Words: "9,000 miles a year"},
		{Path: "use", Label: "Use", Value: "commute", Words: "commute", Assumed: true},
		{Path: "age", Label: "Age", Value: "2", Words: "2"},
		{Path: "empty", Label: "Empty"},
		{Path: "gone", Label: "Gone", Words: "never said"},
		{Path: "cut", Label: "Cut", Words: "Civic and"},
		{Path: "end", Label: "End", Value: "é", Words: "é"},
	}}}
	v := reviewView{Case: Case{Fields: fields}}
	var b strings.Builder
	for _, p := range v.Said("A 2019\nHonda Civic and 12 commute,\n9,000\nmiles  a year; 2 é") {
		if p.Path == "" {
			b.WriteString(p.Text)
		} else {
			b.WriteString("[" + p.Path + "|" + p.Text + "|" + p.Gives + "]")
		}
	}
	want := "A [year|2019\nHonda Civic|Year: 2019, Make: Honda] and 12 commute,\n" +
		"[miles|9,000\nmiles  a year|Miles: 9,000]; [age|2|Age: 2] [end|é|End: é]"
	if b.String() != want {
		t.Errorf("marked:\n%s\nwant:\n%s", b.String(), want)
	}
	if parts := (reviewView{}).Said("text"); len(parts) != 1 || parts[0].Text != "text" {
		t.Errorf("without values: %+v", parts)
	}
}

// No text and no words stop the search, and the parts are the text.
func FuzzSaid(f *testing.F) {
	f.Add("a 2019 Honda", "2019 Honda", "Honda")
	f.Add("\xff\xffa", "\xff", "a")
	f.Add(" a  a ", "a", "a a")
	f.Fuzz(func(t *testing.T, text, first, second string) {
		fields := []Group{{Fields: []Field{{Path: "1", Words: first}, {Path: "2", Words: second}}}}
		var b strings.Builder
		for _, p := range (reviewView{Case: Case{Fields: fields}}).Said(text) {
			b.WriteString(p.Text)
		}
		if b.String() != text {
			t.Errorf("%q became %q", text, b.String())
		}
	})
}
