package subject_test

import (
	"reflect"
	"testing"

	"ppamaild/agent/task/subject"
)

// The first word of a sentence is no part of the next name, and rejected names are reported.
func TestWhereNamesBegin(t *testing.T) {
	r, at := reader(t)
	for text, want := range map[string]subject.Subjects{
		"2. Did Walter Henderson pay?":                          {People: []string{"Walter Henderson"}},
		"Can't Ifeoma Okafor pay? Didn’t Grace Henderson?":      {People: []string{"Ifeoma Okafor", "Grace Henderson"}},
		"Calculate Grace Henderson's premium. Busca Ana Ruiz.":  {People: []string{"Grace Henderson", "Ana Ruiz"}},
		"the notes on Mary Hand and John Walker":                {People: []string{"Mary Hand", "John Walker"}},
		"What did we pay to Print and Post, and to Clearview?":  {Vendors: []string{"Print and Post"}, Untaken: []string{"Clearview"}},
		"Northside Towing and Hawthorne Roofing":                {Vendors: []string{"Northside Towing", "Hawthorne Roofing"}},
		"Is Nora Henderson of the same household as Grace?":     {People: []string{"Nora Henderson"}, Untaken: []string{"Grace"}},
		"Does Clearview bill us? Yes, the vendor Clearview.":    {Vendors: []string{"Clearview"}},
		"Lee should call about the Honda Civic on Alder Street": {},
		"so that Lee can call them":                             {},
	} {
		if got := r.Read(text, at); !reflect.DeepEqual(got, want) {
			t.Errorf("%q\n got %#v\nwant %#v", text, got, want)
		}
	}
}
