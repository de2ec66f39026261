package signals

import (
	"strings"
	"testing"
)

func TestAlerts(t *testing.T) {
	const title, call, later = "titled or registered in the name of somebody other", "prefer a call", "to another address only later"
	for text, want := range map[string]string{
		"The car is titled in my mom's name.": title, "It is a 2019 Civic. The title is in my dad’s name, by the way": title, "The truck is registered to my company.": title,
		"It's still in my ex-husband's name.": title, "My brother is on the title.": title, "The Civic isn't in my name": "", "The car is not in my name.": title,
		"El carro está a nombre de mi mamá.": title, "The car is registered under our son's name, he drives it": title,
		"It was titled in my mom's name, now it is mine.": "", "I am on a policy in my dad's name.": "", "The car is titled in my name.": "",
		"The car is registered in Oregon.": "", "My mom drives it too.": "", "The car isn't in my mom's name any more": "", "I moved to my mom's house in Salem.": "",
		"The registration goes to my mother's house": "", "The car is titled in my wife's name.": "",

		"I'm moving to Boise in January, new place is 22 Elm St.": later, "We're actually closing on a house so the address changes on Dec 12 to 7 Quail Dr": later,
		"We'll be moving to 88 Hill St at the end of February.": later, "Nos mudamos a Salem el 5 de mayo": later,
		"We moved to 7 Quail Dr in June.": "", "My address is 7 Quail Dr.": "", "I moved here last month and my address changed in June": "",

		"Please call me, don't email.": call, "Call me at 541-555-0101 after five": call, "I'd like to talk to somebody.": call, "No emails, please": call,
		"Please do not write, just call": call, "Llámeme por favor": call,
		"My friends call me Al.": "", "You can call me at 541-555-0101.": "", "Feel free to call me with questions.": "", "Call me if anything is missing.": "",
		"I'll think about it, please don't call me.": "", "I don't want a call.": "", "I work nights so dont call me, email is fine.": "", "We are closing on a house on the 15th.": "", "I don't email often and have a clean record": "", "Call me Ishmael.": "", "Should I call you?": "", "": "",
	} {
		got := strings.Join(Alerts(text, nil), "; ")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestFindingD5AsksToCancel: only a request to the agency cancels; a plan to switch does not.
func TestFindingD5AsksToCancel(t *testing.T) {
	for text, want := range map[string]bool{
		"Please cancel my Geico policy.": true, "Looks good. Could you cancel the State Farm insurance for me?": true,
		"Por favor cancele mi póliza de Geico.":                  true,
		"I'm planning to cancel my Geico policy when it ends.":   false,
		"I will cancel my policy with Geico once this starts.":   false,
		"Can I cancel the policy any time?":                      false,
		"My policy was canceled in July. Please end the rental.": false,
	} {
		if AsksToCancel(text) != want {
			t.Errorf("%q", text)
		}
	}
}
