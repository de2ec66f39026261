package team

import "testing"

// Amounts in other currencies do not support dollars in a report.
func TestAmountsKeepTheirCurrency(t *testing.T) {
	for data, want := range map[string]string{
		`[{"amount_cents":61850},{"amount":12.5,"currency":"usd"}]`:          "$618.50\n$12.5\n",
		`{"currency":"EUR","lines":[{"amount_cents":61850,"total":7}]}`:      "618.50\n7\n",
		`| {"invoices":[{"amount":1,"currency":"CAD"},{"amount":2}]}`:        "1\n$2\n",
		`{"due":"2026-09-20T10:00:00Z","amount":3,"currency":"US$","n":"x"}`: "$3\n2026-09-20\n",
	} {
		if got := expanded(data); got != want {
			t.Errorf("%s: %q, not %q", data, got, want)
		}
	}
}
