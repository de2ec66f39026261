package origin

import (
	"testing"

	"ppamaild/mailbox/message"
)

// answering turns a message into a reply.
func answering(m *message.Message) *message.Message {
	m.InReplyTo = []string{"ours-1@agency.test"}
	return m
}

// An absence notice without its header fields needs two signs.
func TestCase18AbsenceWithoutFields(t *testing.T) {
	const lee = "lee@agency.test"
	for name, m := range map[string]*message.Message{
		"English":     with(mailOf(lee, "Automatic reply: [Q-7F3K2M] Quote"), "I'm out of the office until Monday."),
		"brackets":    with(mailOf(lee, "[Auto-Reply] Quote"), "I will be back on Monday."),
		"German":      with(mailOf(lee, "Automatische Antwort: Angebot"), "Ich bin bis Montag nicht im Büro."),
		"German, own": with(mailOf(lee, "Abwesenheitsnotiz"), "Vielen Dank. Ich bin im Urlaub."),
		"French":      with(mailOf(lee, "Réponse automatique : Devis"), "Je suis absent jusqu'à lundi."),
		"Spanish":     with(mailOf(lee, "Respuesta automática: Cotización"), "Estoy de vacaciones."),
		"Portuguese":  with(mailOf(lee, "Resposta automática: Cotação"), "Estou de férias."),
		"Italian":     with(mailOf(lee, "Risposta automatica: Preventivo"), "Sono in ferie."),
		"Dutch":       with(mailOf(lee, "Automatisch antwoord: Offerte"), "Ik ben met verlof."),
		"Polish":      with(mailOf(lee, "Automatyczna odpowiedź: Oferta"), "Jestem na urlopie."),
		"Russian":     with(mailOf(lee, "Автоответ: Расчёт"), "Я в отпуске."),
		"Swedish":     with(mailOf(lee, "Autosvar: Offert"), "Jag är på semester."),
		"Japanese":    with(mailOf(lee, "自動応答: 見積もり"), "休暇をいただいております。"),
		"Chinese":     with(mailOf(lee, "自动答复: 报价"), "我正在休假。"),
		"an answer":   answering(with(mailOf(lee, "Automatic reply: [Q-7F3K2M] Quote"), "Tack för ditt mejl.")),
		"topic":       with(mailOf(lee, "Vacation: Re: Quote"), "I am on vacation."),
		"topic alone": with(mailOf(lee, "Urlaub!"), "Ich bin bis Montag im Urlaub."),
		"in HTML":     {Subject: "Out of office", From: []message.Address{{Address: lee}}, HTML: "<p>I am on annual leave.</p>"},
	} {
		if o := Classify(m, ours); o.Kind != AutoReply {
			t.Errorf("%s: %s", name, o.Kind)
		}
	}
	for name, m := range map[string]*message.Message{
		"an absence in the text": with(mailOf(lee, "Re: Quote"), "ACCEPT\n\nI am out of the office tomorrow."),
		"about an auto":          answering(with(mailOf(lee, "Auto: my other car"), "I will be back in town on Monday.")),
		"about a vacation":       with(mailOf(lee, "Vacation accident"), "I was on vacation, and somebody hit my car."),
		"only the subject":       with(mailOf(lee, "Vacation home"), "I need a quote for my second car."),
		"a subject like it":      with(mailOf(lee, "Automatic transmission"), "Does it cost more? I will be back in town on Monday."),
		"a person's answer":      answering(with(mailOf(lee, "Re: Automatic reply: Quote"), "Are you back in the office?")),
		"a forward":              answering(with(mailOf(lee, "Fwd: Out of office"), "Dana is on vacation. ACCEPT")),
		"a review's answer":      answering(with(mailOf(lee, "[Q-7F3K2M] Quote"), "ACCEPT")),
	} {
		if o := Classify(m, ours); o.Kind != Person {
			t.Errorf("%s: %s (%s)", name, o.Kind, o.Why)
		}
	}
}
