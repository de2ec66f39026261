package reply

import (
	"testing"

	"ppamaild/mailbox/message"
)

// TestAnswersInAColour finds the author's text in the announced color within the quoted mail.
// Text in other colors stays quoted.
func TestAnswersInAColour(t *testing.T) {
	const quoted = `<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Lee &lt;lee@agency.test&gt;<br><b>Sent:</b> Friday, November 20, 2026 10:00 AM<br>` +
		`<b>To:</b> Ann &lt;ann@customer.test&gt;<br><b>Subject:</b> Your quote</p></div>` +
		`<p>1. Born when?<br><span style="font-size:11pt; color: #C00000">3/4/85</span></p><p>2. Which car?<br><font color="red">a Soul</font></p>` +
		`<p><span style="color:#1f497d">Lee</span> <span style="color:#777777">of the agency</span></p>`
	for above, want := range map[string]string{
		"My answers are in red.":  "My answers are in red.\n> 1. Born when?\n3/4/85\n> 2. Which car?\na Soul\n> Lee of the agency",
		"My answers are in blue.": "My answers are in blue.\n> 1. Born when?\n> 3/4/85\n> \n> 2. Which car?\n> a Soul\nLee\n> of the agency",
		"My car is red.":          "> 1. Born when?\n> 3/4/85\n>\n> 2. Which car?\n> a Soul\n>\n> Lee of the agency\n\nMy car is red.",
	} {
		if got := Extract(&message.Message{HTML: "<p>" + above + "</p>" + quoted}).Answers(); got != want {
			t.Errorf("%s:\n%q, want\n%q", above, got, want)
		}
	}
}
