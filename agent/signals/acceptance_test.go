package signals

import (
	"slices"
	"testing"
)

// TestAcceptsQuote separates an acceptance from a request for changes.
func TestAcceptsQuote(t *testing.T) {
	for text, want := range map[string]bool{
		"Looks good, please go ahead.":                                   true,
		"I hoped for less but let's do it.":                              true,
		"A bit more than Geico, though I accept.":                        true,
		"Sounds great!\nOnly my wife has a question about the ID cards.": true,
		"Fine. What do I need to do to get it started by Monday?":        true,
		"ok go for it, send me the papers":                               true,
		"I'd like to go with it. Start as soon as possible.":             true,
		"ok do it": true, "Then I think we're good to go, please send what we need to sign.": true, "We are ready to sign.": true,
		"Do it with 100/300 limits": false, "We're not ready to sign yet.": false,
		"What would it cost to get it started?":                    false,
		"Looks fine. I'd like to think about it over the weekend.": false,
		"Go ahead please":                                             true,
		"Looks good but make the deductible 1000.":                    false,
		"Looks good, but please take off the rental and add roadside": false,
		"Looks good but my mother in law Grace will use the Forester": false,
		"We're going forward with it.":                                true,
		"It will be 7k going forward.":                                false,
		"Looks great except the rental.":                              false,
		"Sounds good, just drop the towing.":                          false,
		"I'll take it, only with a 500 deductible.":                   false,
		"Looks good, please change the start to December 1.":          false,
		"Me parece bien, pero quite la grúa.":                         false,
		"Está bien, acepto la cotización. ¿Qué sigue?":                true,
		"Está bien, no acepto la cotización.":                         false,
		"Está bien, acepto si baja el precio.":                        false,
		"Please bind coverage effective January 15.":                  true,
		"My agent will bind coverage with Geico.":                     false,
	} {
		if got := AcceptsQuote(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// A customer may take the change in the last answer and accept the quote in one mail.
func TestAcceptsChanged(t *testing.T) {
	for text, want := range map[string]bool{
		"Yes, please change it.\nAnd then I want to buy it.": true,
		"Please make that change and go ahead.":              true,
		"Sounds good. Yes, please change it.":                false,
		"Let's do it.":                                       false,
		"I want to buy it.":                                  false,
	} {
		if got := AcceptsChanged(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// An article, a refusal and a question choose no change.
func TestChosenChanges(t *testing.T) {
	for text, want := range map[string][]int{
		"A":                                {0},
		"1: B":                             {1},
		"b, please":                        {1},
		"Yes, please make change A.":       {0},
		"Change A and change C please":     {0, 2},
		"A and B":                          {0, 1},
		"I'll take the second one.":        {1},
		"the third, thanks":                {2},
		"El segundo, por favor.":           {1},
		"Haga el cambio B, por favor":      {1},
		"Let's do both":                    {0, 1, 2},
		"Hi Lee, both changes please":      {0, 1, 2},
		"We both drive it.":                nil,
		"We both like the first car a lot": nil,
		"Los dos, gracias":                 {0, 1, 2},
		"Yes, please change it.":           nil,
		"Change D please":                  nil,
		"Please change a driver.":          nil,
		"A friend of mine pays less.":      nil,
		"Not change A.":                    nil,
		"Would option B cover my son?":     nil,
		"From the first of December.":      nil,
		"My first car was a Civic, a lot.": nil,
	} {
		if got := ChosenChanges(text, 3); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// Words about prices of other companies take no offer.
func TestTakesCheaper(t *testing.T) {
	for text, want := range map[string]bool{
		"Let's go with the cheaper one.":                        true,
		"The cheaper one, please":                               true,
		"Thanks. I'll take the cheapest.":                       true,
		"Quiero la más barata":                                  true,
		"Geico was the cheapest.":                               false,
		"State Farm has the lowest price, so far.":              false,
		"I am still shopping around for the cheapest price.":    false,
		"My wife wants to know which company is the cheapest.":  false,
		"Mi vecino dice que GEICO es la más barata.":            false,
		"Do you want me to take the cheaper one?":               false,
		"I can't decide. Maybe the cheaper one, but not today.": false,
	} {
		if got := TakesCheaper(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// A question about another thing does not take a choice back. A question about the choice does.
func TestTakesChangeWithQuestion(t *testing.T) {
	for text, want := range map[string]bool{
		"ok lets do that. when can it start?":      true,
		"Yes, let's do that. Can I pay monthly?":   true,
		"Yes please":                               true,
		"Thanks! When can it start?":               false,
		"Let's do that?":                           false,
		"add it and towing too":                    true,
		"Yes, add that please":                     true,
		"Yes, add that, thanks":                    true,
		"We bought a Honda Fit, please add it.":    false,
		"Add it to my calendar please.":            false,
		"Add that my husband drives too.":          false,
		"Ok. Can you do that?":                     false,
		"Let's do that. What if I also drop UM?":   false,
		"Let's do that. Or should I keep rental?":  false,
		"Let's do that. How much would towing be?": false,
		"Let's do that. But can we keep towing?":   false,
	} {
		if got := TakesChange(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
