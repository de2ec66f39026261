package mailbox

import (
	"slices"
	"testing"
)

func TestCase1ServerSaysUnderWhichNameItTookAMail(t *testing.T) {
	const ses = "010001912ab3c4d5-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9-000000"
	for reply, want := range map[string][]string{
		"Ok " + ses: {ses},
		"2.6.0 <AB1@mail.outlook.test> [InternalId=17, Hostname=AB1.outlook.test] 8 bytes in 0.1 KB/sec Queued mail for delivery": {"AB1@mail.outlook.test"},
		"2.0.0 Ok: queued as 4F2B1C0D":                     nil,
		"2.0.0 OK 1763668800 d2e1a72fcca58-7b1c.5 - gsmtp": nil,
		"OK id=1vM2ab-0001Cd-Ef":                           nil,
		"<> <x> <a@b Ok a@b.test 010001912ab3c4d5-short":   nil,
	} {
		if got := ServerIDs(reply); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", reply, got, want)
		}
	}
}
