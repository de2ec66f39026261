package inspect

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/reading"
)

// A failed reading is an error of the report. The report still has everything that does not
// depend on the reading.
func TestAFailedReadingIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mail.eml")
	mail := "From: Maria <maria@customer.test>\r\nSubject: Car\r\nMessage-ID: <1@customer.test>\r\n\r\nPlease quote my 2019 Honda Civic.\r\n"
	if err := os.WriteFile(file, []byte(mail), 0o600); err != nil {
		t.Fatal(err)
	}
	o := Options{read: func(reading.Input) reading.Reading {
		return reading.Reading{Intent: "other", Language: "en", Failed: "too many steps"}
	}}
	reports := o.File(file)
	if len(reports) != 1 {
		t.Fatalf("%d reports", len(reports))
	}
	r := reports[0]
	if r.Error != "too many steps" || r.Intent != "other" || r.Kind != "new" || r.From != "maria@customer.test" || !strings.Contains(r.VisibleText, "2019 Honda Civic") {
		t.Errorf("%+v", r)
	}
	if len(r.Application.Vehicles) > 0 || len(r.Missing) == 0 {
		t.Errorf("read %+v, missing %q", r.Application, r.Missing)
	}
	raw, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(raw), `"error":"too many steps"`) {
		t.Errorf("%s, %v", raw, err)
	}
}
