package subject_test

import (
	"reflect"
	"testing"

	"ppamaild/agent/task/subject"
)

// The author's own signature is no subject of a task.
func TestASignatureIsNoSubject(t *testing.T) {
	r, at := reader(t)
	for text, want := range map[string]subject.Subjects{
		"Which invoices are unpaid?\n\nThanks\nLee\n\nLee Park\nSenior Account Executive | Sunrise Insurance Agency\n503-555-0199 | lee@agency.test": {},
		"Which invoices are unpaid?\n\n- Lee\nClaims Desk, (503) 555-0199\n\nPS: ask Grace Henderson":                                                {People: []string{"Grace Henderson"}},
		"Notes on these:\nLee Park\nGrace Henderson\nIfeoma Okafor":                                                                                  {People: []string{"Grace Henderson", "Ifeoma Okafor"}},
		"Lee\n(503) 555-0141 is whose number?":                                                                                                       {Phones: []string{"+15035550141"}},
		"Who called?\nGrace Henderson\n503-555-0141":                                                                                                 {People: []string{"Grace Henderson"}, Phones: []string{"+15035550141"}},
	} {
		if got := r.Read(text, at); !reflect.DeepEqual(got, want) {
			t.Errorf("%q\n got %#v\nwant %#v", text, got, want)
		}
	}
}
