package pii_test

import (
	"strings"
	"testing"

	"ppamaild/agent/pii"
	"ppamaild/reading"
)

func TestPlaceholdersGoThereAndBack(t *testing.T) {
	p := pii.New()
	for _, number := range []string{"D1234567", "", "D12345678"} {
		p.Know("license", number)
	}
	const text = "SSN 123-45-6789 and again SSN: 123-45-6789; D12345678 is hers, D1234567 his, XD1234567 a part number."
	masked := p.Mask(text)
	if want := "SSN [ssn-1] and again SSN: [ssn-1]; [license-2] is hers, [license-1] his, XD1234567 a part number."; masked != want {
		t.Errorf("%s", masked)
	}
	if back := p.Restore(masked); back != text {
		t.Errorf("%s", back)
	}
	if p.Mask(masked) != masked {
		t.Error("it is masked twice")
	}
}

// No private number remains in any masked text.
func FuzzMask(f *testing.F) {
	for _, seed := range []string{
		"My SSN is 123-45-6789, DL# D1234567.", "license number: 123456789 987654321 12345", "4111 1111 1111 1111 4111-1111-1111-1111",
		"ssn ssn 123456789123456789", "[ssn-1] [license] 123-45-6789", "driver's license A1234567B1234567", "SSN: 123 45 6789 123 45 6789",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := pii.New()
		masked := p.Mask(text)
		if left := reading.FindPrivate(masked); len(left) > 0 {
			t.Fatalf("%q is left in %q", masked[left[0].Start:left[0].End], masked)
		}
		if !strings.Contains(text, "[") && p.Restore(masked) != text {
			t.Fatalf("%q comes back as %q", text, p.Restore(masked))
		}
	})
}
