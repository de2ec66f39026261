package planner_test

import (
	"testing"

	"ppamaild/agent"
)

// A customer who began in Spanish and asks for English gets mails in English.
func TestLanguageThatIsAskedFor(t *testing.T) {
	c := begin(t, usual())
	c.customer("Hola, quiero una cotización para mi carro, es un Toyota Corolla 2016. Gracias")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "Hola")
	c.accept()
	c.customer("Hi sorry my english is better for writing. I live at 512 N Main St, Salem OR 97301.")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "What is your")
}

// A model that calls a Spanish mail English decides for no mail in English.
func TestSpanishMailIsAnsweredInSpanishWhateverTheModelSays(t *testing.T) {
	c := think(t, nil)
	c.says(one("identify_intent", identify))
	c.customer("Hola, quiero una cotización para mi carro, es un Toyota Corolla 2016. Gracias")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "Hola")
}

// The language that staff want also counts after another part of their words has taken effect.
func TestModelKeepsTheLanguageThatStaffWant(t *testing.T) {
	c := think(t, nil)
	c.customer(complete)
	c.underReview(agent.StageQuote)
	limit := factArg("coverages.property_damage", "100", "property damage 100", "staff")
	c.says(one("extract_application", factsArgs(limit)),
		one("quote_initiate", `{"thought":"x","review":false}`),
		one("send_quote", `{"thought":"x","review":false,"language":"es"}`))
	c.decide(agent.Reject, "property damage 100, and in Spanish")
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "Hola")
}
