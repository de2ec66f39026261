package inspect

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Values beyond the published format of an application are for the agent and staff only.
func TestApplicationHasThePublishedShape(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mail.eml")
	if err := os.WriteFile(file, []byte("From: Pat Doe <pat@customer.test>\r\nMessage-ID: <1@customer.test>\r\nSubject: Quote\r\n\r\n"+
		"I have a 2019 Honda Civic and a 2012 Ford Focus. Full coverage with 500 deductibles, but liability only on the Focus.\r\n"+
		"I have 25/50/25 now but want 100/300/100.\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(Options{}.File(file)[0].Application)
	if err != nil {
		t.Fatal(err)
	}
	var a struct {
		Vehicles       []map[string]any `json:"vehicles"`
		Coverages      map[string]any   `json:"coverages"`
		PriorInsurance map[string]any   `json:"prior_insurance"`
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatal(err)
	}
	if len(a.Vehicles) != 2 || a.Coverages["bodily_injury"] != "100/300" || len(a.PriorInsurance) > 0 || strings.Contains(string(raw), `"driver"`) {
		t.Errorf("%s", raw)
	}
	for _, v := range a.Vehicles {
		if v["coverages"] != nil {
			t.Errorf("%s", raw)
		}
	}
}
