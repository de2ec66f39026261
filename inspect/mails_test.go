package inspect

import (
	"path/filepath"
	"strings"
	"testing"
)

// undecided are the mails in mailbox/message/testdata/mails without a decision, with their
// error.
var undecided = map[string]string{
	"multipart-empty":      "no part",
	"texts-attached":       "",
	"text-attached":        "", // text in an attachment does not decide
	"html-attached":        "",
	"calendar-only":        "",
	"smime-encrypted":      "encrypted",
	"pgp-encrypted":        "encrypted",
	"pgp-encrypted-inline": "encrypted",
	"partial":              "one piece",
	"tnef-rtf":             "RTF",
	"tnef-rtf-cut":         "RTF",
	"tnef-cut":             "breaks off",
	"tnef-damaged":         "damaged",

	// text follows that reveals the charset, and may change the meaning
	"html-meta":                 "",
	"multipart-html-and-footer": "",
	"calendar":                  "", // an answer to an invitation is not an answer to a review
}

// TestAcceptSurvivesEveryMail reads each mail as a decision by staff, in all charsets,
// encodings and structures.
func TestAcceptSurvivesEveryMail(t *testing.T) {
	files, err := filepath.Glob("../mailbox/message/testdata/mails/*.eml")
	if err != nil || len(files) == 0 {
		t.Fatal("no mails", err)
	}
	o := Options{Staff: []string{"dana@agency.test"}}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".eml")
		reports := o.File(file)
		if len(reports) != 1 {
			t.Fatalf("%s: %d reports", name, len(reports))
		}
		r, want := reports[0], "accept"
		mistake, none := undecided[name]
		if none {
			want = "unclear"
		}
		if r.Decision.Verdict != want || !strings.Contains(r.Error, mistake) || mistake == "" && r.Error != "" {
			t.Errorf("%s: verdict %s (%s), error %q, text %q", name, r.Decision.Verdict, r.Decision.Reason, r.Error, r.VisibleText)
		}
	}
}

func TestUnreadableFileHasError(t *testing.T) {
	for _, r := range (Options{}).File(filepath.Join(t.TempDir(), "missing.eml")) {
		if r.Error == "" || r.Decision.Verdict != "none" {
			t.Errorf("%+v", r)
		}
	}
}
