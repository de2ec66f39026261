package signals

import "testing"

// A mail is addressed to its writer. Without a sign of another writer, it is addressed to the insured.
func TestAddressee(t *testing.T) {
	const asks = "Quote for my mom please: Rose Diaz, born 5/1/1945, 88 Oak St, Salem, OR 97301."
	for _, c := range []struct{ from, text, given, surname, want string }{
		{"Maria Lopez", asks + " Her daughter Maria Lopez", "Rose", "Diaz", "Maria"},
		{"Maria Lopez", asks, "Rose", "Diaz", "Maria"},
		{"Lopez, Maria", asks, "Rose", "Diaz", "Maria"},
		{"Maria Diaz", asks, "Rose", "Diaz", "Maria"},
		{"Maria Diaz", "Para mi mamá, Rosa Diaz, por favor.", "Rosa", "Diaz", "Maria"},
		{"Linda Becker", "I was born 8/9/1981.", "Tom", "Becker", ""},
		{"Linda Becker", "Yes, please.\n\nTom", "Tom", "Becker", ""},
		{"Linda Becker", "Yes, please.\n\nLinda", "Tom", "Becker", "Linda"},
		{"Bob Smith", "My quote, please.\n\nAlice Jones", "Alice", "Jones", ""},
		{"Thomas Becker", "Quote please.", "Tom", "Becker", ""},
		{"Maria Lopez", "Quote please.", "Maria", "Garcia", "Maria"},
		{"Acme Plumbing LLC", "Quote please.", "John", "Doe", ""},
		{"", "Quote please.", "John", "Doe", ""},
		{"Maria Lopez", "Quote please.", "", "", ""},
	} {
		got := Addressee(Message{FromName: c.from, Text: c.text}, c.given, c.surname)
		if got != c.want {
			t.Errorf("%s: %q: %q, want %q", c.from, c.text, got, c.want)
		}
	}
}
