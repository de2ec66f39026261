package config

import (
	"strings"
	"testing"
)

// The list has the values of the file and of the defaults, and no secret.
func TestSettings(t *testing.T) {
	cfg, err := load("", sound+`
[carrier]
kind = "reference"
[[agent]]
name = "crm"
kind = "mcp"
description = "Customers"
keywords = ["customer"]
command = ["crm-server"]
tools = ["find"]
env = { TOKEN = "very-secret" }
`)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, s := range cfg.Settings() {
		text.WriteString(s.Key + " = " + s.Value + "\n")
	}
	for _, line := range []string{
		"agency.name = Sunrise\n", "mailbox.customer.password = ***\n", "smtp.port = 587\n",
		"carrier.api_key = \n", "review.staff[0].address = lee@agency.test\n",
		"agent[0].env = TOKEN = ***\n", "agency.licensed_states = CA OR\n", "log.level = info\n",
		"carrier.ask_again_after = 15m\n",
	} {
		if !strings.Contains(text.String(), line) {
			t.Errorf("no line %q in\n%s", line, text.String())
		}
	}
	gates := "review.gates = carrier_call = auto, discount_check = auto, final_response = always"
	if !strings.Contains(text.String(), gates) {
		t.Errorf("no line %q in\n%s", gates, text.String())
	}
	for _, secret := range []string{"very-secret", "= one\n", "= two\n"} {
		if strings.Contains(text.String(), secret) {
			t.Errorf("the list has the secret %q", secret)
		}
	}
}
