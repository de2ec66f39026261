package reading

import "testing"

// TestNextHome: the place that somebody moves to garages the car where cover begins with the
// move; else the two compete.
func TestNextHome(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"I live at 22 Oak Ave, Eugene, OR 97401. We're moving to 14 Pine St, Sacramento CA 95814 on December 10, that's when I need the new policy. 2016 Mazda 3.",
			`garaging_address.street="14 Pine St" garaging_address.city="Sacramento" garaging_address.state="CA" garaging_address.zip="95814" effective_date="2026-12-10"`},
		{"I live at 22 Oak Ave, Eugene, OR 97401. On December 10 I am moving to 14 Pine St, Sacramento CA 95814. I need coverage starting that day. 2016 Mazda 3.",
			`garaging_address.street="14 Pine St" garaging_address.zip="95814"`},
		{"I live at 22 Oak Ave, Eugene, OR 97401. We're moving to 14 Pine St, Sacramento CA 95814 next summer. 2016 Mazda 3.",
			`!garaging_address.street`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
