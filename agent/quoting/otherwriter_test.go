package quoting

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/quote"
)

// TestOtherWriter checks that "I" in the mail of another participant sets no value of the insured.
func TestOtherWriter(t *testing.T) {
	const (
		nora  = "Nora Park"
		ray   = "Ray Park"
		birth = "date_of_birth"
	)
	for _, tt := range []struct {
		name, text, insured, spouse string
		noted                       bool
	}{
		{nora, "This is Nora, Ray's wife. I was born June 2, 1978.", "", "1978-06-02", false},
		{nora, "Hello. Born June 2, 1978.", "", "", true},
		{"Lee Cruz", "I was born June 2, 1978.", "", "", true},
		{"", "I was born June 2, 1978.", "", "", true},
		{nora, "Ray's date of birth is 5/2/1975.", "1975-05-02", "", false},
		{nora, "My husband was born 5/2/1975.", "", "", true},
		{nora, "My husband Ray was born 5/2/1975.", "", "", true},
		{nora, "Ray was born 5/2/1975. I was born 6/2/1978.", "1975-05-02", "1978-06-02", false},
		{nora, "I was born June 2, 1978, and Ray was born on 5/2/1975.", "", "", true},
		{nora, "1. 5/2/1975\n2. June 2, 1978", "1975-05-02", "1978-06-02", false},
		{ray, "I was born 5/2/1975.", "1975-05-02", "", false},
	} {
		s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{Name: ray, Address: "ray@mail.test"})
		known := []quote.Fact{fact("named_insured.given_name", `"Ray"`),
			fact("named_insured.surname", `"Park"`), fact("drivers[0].given_name", `"Ray"`),
			fact("drivers[0].relationship", `"insured"`), fact("drivers[1].given_name", `"Nora"`),
			fact("drivers[1].relationship", `"spouse"`)}
		for _, err := range s.CustomerInfo.Case.ApplyAll(known) {
			if err != nil {
				t.Fatal(err)
			}
		}
		s.AgentScratchpad.Asked = []string{"named_insured." + birth, "drivers[1]." + birth}
		s.AgentScratchpad.Inbox = []agent.Mail{{ID: "m", Subject: "Re: quote", Text: tt.text,
			From: "nora@mail.test", FromName: tt.name, Date: noon}}
		box := toolbox(t)
		call := agent.Call{State: &s, At: noon}
		data, _, err := box.extract(context.Background(), call, ExtractArgs{Message: "m"})
		if err != nil {
			t.Fatal(err)
		}
		var read agent.Extracted
		if err := json.Unmarshal(must(json.Marshal(data)), &read); err != nil {
			t.Fatal(err)
		}
		for path, want := range map[string]string{
			"drivers[0]." + birth: tt.insured, "drivers[1]." + birth: tt.spouse,
			"drivers[2]." + birth: "", "drivers[2].relationship": "",
		} {
			got := ""
			if i := slices.IndexFunc(read.Facts, quote.At(path)); i >= 0 {
				got = strings.Trim(string(read.Facts[i].Value), `"`)
			}
			if got != want {
				t.Errorf("%s: %q: %s is %q, want %q", tt.name, tt.text, path, got, want)
			}
		}
		noted := strings.Contains(fmt.Sprint(read.MailNotes), "wrote the mail and is not")
		if noted != tt.noted || len(read.Conflicts) > 0 {
			t.Errorf("%s: %q: %q, %v", tt.name, tt.text, read.MailNotes, read.Conflicts)
		}
		if read.Writer != "" {
			t.Errorf("%s: %q: the mail to the customer greets %q", tt.name, tt.text, read.Writer)
		}
	}
}

// TestOtherWriterDrives checks who drives a car in the words of another participant.
func TestOtherWriterDrives(t *testing.T) {
	for text, want := range map[string]string{
		"I drive the Civic to work.":                   "1",
		"Ray drives the Civic.":                        "0",
		"My husband drives the Civic.":                 "",
		"I drive the Civic, and Ray drives the Camry.": "",
	} {
		s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{Name: "Ray", Address: "ray@mail.test"})
		known := []quote.Fact{fact("named_insured.given_name", `"Ray"`),
			fact("drivers[0].given_name", `"Ray"`), fact("drivers[0].relationship", `"insured"`),
			fact("drivers[1].given_name", `"Nora"`), fact("drivers[1].relationship", `"spouse"`),
			fact("vehicles[0].model", `"Civic"`), fact("vehicles[1].model", `"Camry"`)}
		for _, err := range s.CustomerInfo.Case.ApplyAll(known) {
			if err != nil {
				t.Fatal(err)
			}
		}
		s.AgentScratchpad.Inbox = []agent.Mail{{ID: "m", Subject: "Re: quote", Text: text,
			From: "nora@mail.test", FromName: "Nora", Date: noon}}
		call := agent.Call{State: &s, At: noon}
		data, _, err := toolbox(t).extract(context.Background(), call, ExtractArgs{Message: "m"})
		if err != nil {
			t.Fatal(err)
		}
		var read agent.Extracted
		if err := json.Unmarshal(must(json.Marshal(data)), &read); err != nil {
			t.Fatal(err)
		}
		got := ""
		if i := slices.IndexFunc(read.Facts, quote.At("vehicles[0].driver")); i >= 0 {
			got = string(read.Facts[i].Value)
		}
		noted := strings.Contains(fmt.Sprint(read.MailNotes), "wrote the mail and is not")
		if got != want || noted != (want == "") {
			t.Errorf("%q: the driver is %q, want %q; %q", text, got, want, read.MailNotes)
		}
	}
}
