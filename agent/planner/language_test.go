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
