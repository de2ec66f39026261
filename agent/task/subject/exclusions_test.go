package subject_test

import (
	"reflect"
	"testing"

	"ppamaild/agent/task/subject"
)

// Excluded subjects are no subjects, and the exclusions are reported.
func TestWhatATextIsNotAbout(t *testing.T) {
	for text, want := range map[string]subject.Subjects{
		"Invoices of Clearview Auto Glass. Don't include Hawthorne Roofing but add those of Northside Towing.": {
			Vendors: []string{"Clearview Auto Glass", "Northside Towing"}, Excepted: []string{"Don't include Hawthorne Roofing"}},
		"Everything on Per Lindqvist. Not the appraisal though, I have that.":                      {People: []string{"Per Lindqvist"}, Excepted: []string{"Not the appraisal though"}},
		"What does everybody but the Hendersons owe, apart from Ifeoma Okafor?":                    {People: []string{"Henderson"}, Excepted: []string{"apart from Ifeoma Okafor"}},
		"List whatever it is that we have of the invoices, other than those of\nHawthorne Roofing": {Excepted: []string{"other than those of Hawthorne Roofing"}},
		"Mails of Grace Henderson, excluding those to\nIfeoma Okafor":                              {People: []string{"Grace Henderson", "Ifeoma Okafor"}, Excepted: []string{"excluding those to"}},
		"Does the policy exclude Walter Henderson? Please exclude Ifeoma Okafor.":                  {People: []string{"Walter Henderson"}, Excepted: []string{"exclude Ifeoma Okafor"}},
		"Not sure whether Grace Henderson paid. Not only her: Ifeoma Okafor too.":                  {People: []string{"Grace Henderson", "Ifeoma Okafor"}},
		"Las facturas de Hawthorne Roofing, excepto las de Grace Henderson":                        {Vendors: []string{"Hawthorne Roofing"}, Excepted: []string{"excepto las de Grace Henderson"}},
	} {
		r, at := reader(t)
		if got := r.Read(text, at); !reflect.DeepEqual(got, want) {
			t.Errorf("%q\n got %#v\nwant %#v", text, got, want)
		}
	}
}
