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
			open(t, realServers(t)).plays(t, "Quote please", turns)
		})
	}
}

// plays plays a conversation of Alice to its end.
func (a *agency) plays(t *testing.T, subject string, turns []turn) {
	t.Helper()
	var references []string
	var review sandbox.Received
	for _, u := range turns {
		m := sandbox.Mail{Subject: subject, Text: u.mail, References: references}
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
		answer := a.gets(a.alice, subject)
		says(t, answer, u.toAlice)
		references = append(references, answer.MessageID)
	}
}

// Difficult customers with wishes for a person, one after another at one agency.
func TestDifficultWishes(t *testing.T) {
	a := open(t, realServers(t))
	for _, c := range []struct {
		name  string
		turns []turn
	}{
		{"the minimum without accents", []turn{
			{"hola, soy Alicia Moreno, necesito seguro para mi toyota corolla 2017. vivo en 815 SW " +
				"Park Ave, Portland OR 97205, naci el 12 de mayo de 1990, licencia desde 2010, voy al " +
				"trabajo 7 millas, como 9000 millas al año, sin choques ni multas. Cuanto seria solo " +
				"con lo minimo?", "Quote for", "Cuanto seria solo con lo minimo?", "Toyota Corolla 2017"},
			{"Y cuanto por mes? Mande una copia a mi mama.", "Mail to", "Mande una copia", "4 pagos"},
		}},
		{"a son who stays off", []turn{
			{complete + "My son Ben Moreno, born 6/1/2009, got his license in June. For now don't " +
				"put him on. Do you tell the DMV if he drives anyway?\n", "Quote for",
				"a signed exclusion form", "Drivers: Alice Moreno"},
		}},
		{"an excluded husband", []turn{
			{complete + "My husband Carl lives with me but had a DUI in 2023, so I want him " +
				"excluded.\n", "Please review", "a signed exclusion form", ""},
		}},
		{"more than the chosen change", []turn{
			{complete, "Quote for", "2019 Honda Civic", "2019 Honda Civic"},
			{"What would it be with 100/300 limits and what with 25/50?", "Mail to",
				"The price with your change", "We have changed nothing."},
			{"Do B. Also send my mom a copy of it.", "Quote for", "send my mom a copy of it",
				"$25,000 / $50,000"},
		}},
		{"a father behind a colon", []turn{
			{"need insurance for my 2014 mazda 3, about 7k miles, errands. im Alice Moreno " +
				"9/14/2005, license since 2022, no tickets. 1500 NW Monroe Ave, Corvallis OR 97330. " +
				"my dad can be on it too: Minh Moreno 3/3/1972 licensed 1990 no tickets no accidents",
				"Quote for", "Minh", "Drivers: Alice Moreno, Minh Moreno"},
		}},
		{"a tired husband", []turn{
			{complete + "Please also put my husband Tom Moreno on it, born 7/9/1983, licensed since " +
				"2001, no accidents, no tickets.\n", "Quote for", "Tom", "Tom Moreno"},
			{"Tom has decided to stop driving altogether, so please leave him off. Would that " +
				"lower it? And kindly mail us a paper copy.", "Over to you",
				"mail us a paper copy", ""},
			{"", "Quote for", "Would that lower it?", "Driver removed: Tom"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) { a.plays(t, "Quote: "+c.name, c.turns) })
	}
}
