package daemon_test

import (
	"testing"

	"ppamaild/sandbox"
)

// turn is a mail of Alice, the mail that Lee gets, and the answer that Alice gets after ACCEPT.
// Without words for Alice, a person must take the thread. Without a mail, Lee hands back.
type turn struct{ mail, subject, toLee, toAlice string }

// Difficult customers on Dovecot and Postfix. Package planner plays more of them in memory.
func TestDifficultConversations(t *testing.T) {
	parallel(t)
	for name, turns := range map[string][]turn{
		"the cheaper of two prices": {
			{complete, "Quote for", "2019 Honda Civic", "Here is the estimate you asked for"},
			{"What would it be with 100/300 limits and what with 25/50?", "Mail to",
				"The price with your change", "We have changed nothing."},
			{"Yes, please change it.", "Questions to", "A: Bodily injury liability",
				"Which change do you want?"},
			{"Go with the cheaper one", "Quote for", "$25,000 / $50,000", "$25,000 / $50,000"},
		},
		"a son without a license": {
			{complete + "Please add my son Ben, born Feb 10, 2008.\n", "Questions to",
				"has Ben been licensed", "has Ben been licensed"},
			{"He has no license yet.", "Over to you", "a driver has no license", ""},
			{"", "Quote for", "although a driver has no license", "Ben"},
			{"Great, I accept. Please start the coverage today.", "Over to you",
				"nothing is bound", ""},
		},
		"suppositions in Spanish": {
			{"Hola, soy Alicia Moreno. Quisiera una cotización para mi Honda Civic 2019. Vivo en " +
				"1420 SE Taylor St, Portland, OR 97214. Nací el 4 de marzo de 1985, tengo licencia " +
				"desde hace 23 años, lo uso para ir al trabajo y manejo 9,000 millas al año. No he " +
				"tenido accidentes ni multas.", "Quote for", "Honda Civic 2019", "Honda Civic 2019"},
			{"¿Cuánto sería con deducible de 1000?", "Mail to", "El precio con su cambio",
				"No hemos cambiado nada."},
			{"¿Y si quito el carro?", "Over to you", "¿Y si quito el carro?", ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, realServers(t))
			var references []string
			var review sandbox.Received
			for _, u := range turns {
				m := sandbox.Mail{Subject: "Quote please", Text: u.mail, References: references}
				if u.mail == "" {
					a.replies(a.lee, review, "HAND BACK")
				} else {
					references = append(references, a.writes(a.alice, m))
				}
				review = a.gets(a.lee, u.subject)
				says(t, review, u.toLee)
				if u.toAlice == "" {
					continue
				}
				a.replies(a.lee, review, "ACCEPT")
				answer := a.gets(a.alice, "Quote please")
				says(t, answer, u.toAlice)
				references = append(references, answer.MessageID)
			}
		})
	}
}
