package origin

import (
	"strings"

	"ppamaild/lazy"
)

// Phrases of mail servers, in lower case. None of them decides alone.

// serverSubjects begin the subject of a bounce. Only servers write them.
var serverSubjects = []string{
	"undelivered mail returned to sender", "undeliverable:", "mail delivery failed: returning message to sender", "delivery status notification",
	"returned mail: see transcript for details", "returned mail: user unknown", "warning: could not send message for past", "mail system error - returned mail",
	"message status - undeliverable", "failure notice", "unzustellbar:", "nicht zustellbar:", "non remis :", "non remis:", "no se puede entregar:",
	"não é possível entregar:", "non recapitabile:", "onbestelbaar:", "kan inte levereras:", "kan ikke leveres:", "olevererbart:", "ei voi toimittaa:", "nie można dostarczyć:",
	"nelze doručit:", "недоставленное сообщение", "未送达:", "无法投递", "無法傳遞", "系统退信", "配信不能:", "未配信:", "メールエラー", "エラーメール",
}

// bounceSubjects also begin the subject of a bounce. A person might write them.
var bounceSubjects = []string{
	"undelivered", "undeliverable", "unable to deliver", "delivery failure", "delivery failed", "delivery error", "delivery problem", "delivery report", "delivery notification", "delivery has failed",
	"mail delivery", "mail could not be delivered", "mail undeliverable", "message delivery", "message undeliverable", "message could not be delivered", "message not delivered",
	"email could not be delivered", "e-mail could not be delivered", "your message could not be delivered", "your mail could not be delivered",
	"failure delivery", "failed mail", "returned mail", "returned to sender", "non-delivery", "non delivery", "nondelivery", "nondeliverable", "non-deliverable", "warning: message", "warning: could not send",
	"unzustellbar", "nachricht nicht zugestellt", "zustellung fehlgeschlagen", "mailzustellung fehlgeschlagen",
	"non remis", "non distribuable", "message non distribué", "échec de la remise", "échec de remise", "courrier non distribué",
	"no se puede entregar", "no entregado", "mensaje no entregado", "error de entrega", "entrega fallida", "não entregue", "falha na entrega", "mancata consegna", "recapito non riuscito", "non recapitabile",
	"onbestelbaar", "niet afgeleverd", "niedostarczone", "niedostarczalne", "nie można dostarczyć", "nedoručitelné", "nelze doručit", "teslim edilemedi", "iletilemedi",
	"не доставлено", "не удалось доставить", "未送达", "退信", "未配信", "반송", "배달되지 않음",
}

// undeliveredPhrases are phrases of a bounce in its text.
var undeliveredPhrases = []string{
	"could not be delivered", "couldn't be delivered", "cannot be delivered", "can't be delivered", "can not be delivered", "was not delivered", "wasn't delivered",
	"not been delivered", "unable to deliver", "unable to be delivered", "could not deliver", "couldn't deliver", "cannot deliver", "undeliverable", "undelivered",
	"delivery failed", "delivery has failed", "delivery failure", "delivery to the following", "failed to deliver", "failed permanently", "returned to sender",
	"permanent error", "permanent fatal error", "permanent failure", "non-delivery", "error during delivery", "delivery error", "message was rejected", "message has been rejected",
	"message was returned", "is being returned", "could not send message", "user unknown", "unknown user", "no such user", "not a valid user", "unknown recipient",
	"recipient unknown", "no such recipient", "invalid recipient", "no such mailbox", "mailbox unavailable", "mailbox is full", "mailbox full", "over quota", "address rejected",
	"recipient rejected", "address not found", "does not exist", "unrouteable address", "not listed in", "account is disabled", "failed recipient", "delivery status: error",
	"nicht zugestellt", "unzustellbar", "nicht zustellbar", "zustellung fehlgeschlagen", "nicht ausgeliefert",
	"pas pu être remis", "pas pu etre remis", "pas pu être délivré", "pas pu etre delivre", "pas été remis", "non remis", "pas pu être distribué", "pas été distribué", "échec de la remise",
	"no se pudo entregar", "no se ha podido entregar", "no ha podido ser entregado", "no pudo ser entregado", "no se puede entregar", "no ha sido entregado", "no se entregó",
	"não pôde ser entregue", "não foi possível entregar", "não foi entregue", "falha na entrega", "impossibile recapitare", "non è stato possibile recapitare",
	"non è stato possibile consegnare", "non è stato consegnato", "mancata consegna", "niet worden afgeleverd", "niet worden bezorgd", "niet afgeleverd", "onbestelbaar",
	"kunde inte levereras", "inte kunnat levereras", "kunne ikke leveres", "ikke leveret", "ikke levert", "ei voitu toimittaa", "nie można dostarczyć", "nie została dostarczona",
	"nie mogła zostać dostarczona", "nie mogła być dostarczona", "nelze doručit", "nebylo možné doručit", "nebyla doručena", "teslim edilemedi", "iletilemedi",
	"не доставлено", "не может быть доставлено", "не удалось доставить", "не было доставлено", "无法投递", "无法送达", "退信", "被退回", "無法傳送", "無法傳遞",
	"送信できません", "配信できません", "届けることができません", "エラーメール", "전송되지 않", "배달할 수 없", "반송",
}

// lateSubjects and latePhrases say that a mail is late and that delivery continues, or that a mail
// arrived.
var (
	lateSubjects = []string{"(delay)", "delayed", "warning: could not send", "warning: message", "mail delivery warning", "verzögert", "retardé", "retrasado", "con retraso", "atrasad", "vertraagd", "in ritardo", "successful mail delivery", "relayed:"}
	latePhrases  = []string{
		"delivery attempts will continue", "you do not need to resend", "do not need to resend", "will be retried", "will continue to be retried", "will keep trying", "will continue trying",
		"warning message only", "delivery is delayed", "has been delayed", "delivery to the following recipients has been delayed", "has not yet been delivered", "no action is required on your part",
		"has been postponed", "we will continue to try", "will be retried for",
	}
)

// absentSubjects begin the subject of an automatic answer.
var absentSubjects = []string{
	"automatic reply", "automatic response", "automated reply", "automated response", "auto reply", "auto-reply", "autoreply", "auto response", "auto-response", "autoresponse",
	"autoresponder", "auto-responder", "out of office", "out of the office", "out-of-office", "ooo:", "vacation reply", "vacation response", "vacation message", "vacation notice",
	"automatische antwort", "autom. antwort", "abwesenheitsnotiz", "abwesenheitsnachricht", "abwesenheitsmeldung", "außer haus", "nicht im büro",
	"réponse automatique", "réponse d'absence", "absence du bureau", "absent du bureau", "message d'absence", "notification d'absence",
	"respuesta automática", "fuera de la oficina", "fuera de oficina", "resposta automática", "fora do escritório", "resposta de ausência",
	"risposta automatica", "fuori sede", "fuori ufficio", "automatisch antwoord", "automatische reactie", "afwezigheidsbericht", "afwezigheidsmelding",
	"autosvar", "automatiskt svar", "automatisk svar", "frånvaromeddelande", "fraværsmelding", "fraværsbesked", "ikke til stede", "automaattinen vastaus", "poissaoloilmoitus",
	"automatyczna odpowiedź", "odpowiedź automatyczna", "autoodpowiedź", "poza biurem", "automatická odpověď", "mimo kancelář",
	"otomatik yanıt", "otomatik cevap", "ofis dışında", "автоответ", "автоматический ответ", "вне офиса", "automatikus válasz", "răspuns automat", "αυτόματη απάντηση",
	"自动答复", "自动回复", "自動回覆", "自動応答", "自動返信", "不在通知", "자동 회신", "자동 응답", "부재중",
}

// absentTopics are other subjects of an absence notice. After one, a notice has a colon and the
// mail's own subject, or nothing.
var absentTopics = []string{
	"vacation", "away", "on vacation", "on leave", "on holiday", "annual leave", "urlaub", "im urlaub", "abwesend", "abwesenheit", "absent", "absence", "en congé", "en vacances",
	"ausente", "ausencia", "ausência", "vacaciones", "férias", "assente", "assenza", "in ferie", "afwezig", "niet aanwezig", "frånvarande", "frånvaro", "fraværende", "fravær", "poissa", "lomalla",
	"nieobecność", "urlop", "nepřítomnost", "dovolená", "отпуск", "отсутствую", "不在", "休暇", "外出", "休假", "휴가",
}

// absentPhrases are phrases in the text of an absence notice.
var absentPhrases = []string{
	"out of office", "out of the office", "out-of-office", "away from the office", "away from my desk", "on vacation", "on holiday", "on annual leave", "on leave", "parental leave", "maternity leave", "paternity leave",
	"limited access to", "will be back", "i will return", "i'll return", "be returning", "back in the office", "return to the office", "automatic reply", "automated reply", "automatic response", "automated response",
	"auto-reply", "autoreply", "automatically generated", "auto-generated", "no longer with", "no longer work", "currently unavailable", "urgent matters", "if your matter is urgent", "in my absence", "during my absence",
	"nicht im büro", "nicht im hause", "außer haus", "abwesend", "abwesenheit", "im urlaub", "wieder erreichbar", "wieder im büro", "wieder für sie da", "automatische antwort", "automatisch generiert", "automatisch erstellt", "elternzeit", "mutterschutz", "dringenden fällen",
	"absent", "absence", "en congé", "congés", "en vacances", "de retour le", "réponse automatique", "message automatique",
	"fuera de la oficina", "fuera de oficina", "de vacaciones", "ausente", "mi ausencia", "respuesta automática", "mensaje automático",
	"fora do escritório", "de férias", "minha ausência", "resposta automática", "mensagem automática", "fuori sede", "fuori ufficio", "in ferie", "assente", "mia assenza", "risposta automatica", "messaggio automatico",
	"afwezig", "niet aanwezig", "op vakantie", "met verlof", "automatisch antwoord", "på semester", "frånvarande", "inte på kontoret", "tillbaka på kontoret", "på ferie", "ikke på kontoret", "ikke til stede", "fraværende", "lomalla", "poissa",
	"poza biurem", "na urlopie", "nieobecn", "automatyczna odpowiedź", "nejsem v kanceláři", "mimo kancelář", "dovolen", "nepřítom", "automatická odpověď", "ofis dışında", "izinde", "otomatik",
	"в отпуске", "вне офиса", "отсутств", "автоматическ", "不在办公室", "外出", "休假", "自动回复", "自動回覆", "不在", "休暇", "自動返信", "自動応答", "부재중", "휴가", "자동",
}

// receiptSubjects begin the subject of a receipt.
var receiptSubjects = []string{
	"read:", "not read:", "return receipt", "read receipt", "disposition notification", "gelesen:", "nicht gelesen:", "ungelesen:", "lesebestätigung", "empfangsbestätigung",
	"lu :", "lu:", "non lu :", "non lu:", "accusé de lecture", "leído:", "no leído:", "confirmación de lectura", "lida:", "lido:", "não lida:", "confirmação de leitura",
	"letto:", "non letto:", "conferma di lettura", "gelezen:", "niet gelezen:", "leesbevestiging", "läst:", "ej läst:", "lest:", "læst:", "luettu:", "przeczytane:", "przeczytano:", "прочтено:", "прочитано:",
	"已读:", "已读：", "已讀:", "開封済み:", "開封済み：", "읽음:",
}

// receiptPhrases are phrases in the text of a receipt.
var receiptPhrases = []string{
	"was read on", "was read at", "has been read", "was displayed", "has been displayed", "was opened on", "was deleted without being read", "deleted without being read", "return receipt", "read receipt",
	"wurde gelesen", "gelesen am", "wurde am", "ungelesen gelöscht", "ohne gelesen zu werden", "wurde angezeigt", "a été lu", "a été affiché", "supprimé sans avoir été lu",
	"fue leído", "se leyó", "ha sido leído", "se ha leído", "fue mostrado", "eliminado sin", "foi lida", "foi lido", "foi exibida", "excluída sem ser lida", "è stato letto", "è stata letta", "eliminato senza",
	"is gelezen", "werd gelezen", "verwijderd zonder", "lästes", "har lästs", "ble lest", "blev læst", "luettiin", "przeczytano", "została przeczytana", "прочтено", "прочитано", "已于", "已閱讀", "已读", "開封され", "읽었습니다",
}

// machineNames are names of unread addresses, without marks between the words.
var machineNames = []string{
	"noreply", "donotreply", "dontreply", "noresponse", "noanswer", "noreplay", "notreply", "neverreply", "unmonitored", "autoreply", "autorespond",
	"nepasrepondre", "nerepondezpas", "sansreponse", "nichtantworten", "keineantwort", "antwortennicht", "noresponder", "noresponda", "norespondas", "sinrespuesta",
	"naoresponda", "naoresponder", "semresposta", "nonrispondere", "nonrisponda", "nietbeantwoorden", "nietantwoorden", "geenantwoord", "svarainte", "svaraej", "ejsvar", "ikkesvar", "svarikke",
	"alavastaa", "eivastausta", "nieodpowiadaj", "nieodpowiadac", "neodpovidejte", "neodpovidat", "yanitlamayin", "cevaplamayin", "neotvechat", "neotvechaite",
}

func prefixOf(text string, list []string) string {
	for _, words := range list {
		if strings.HasPrefix(text, words) {
			return words
		}
	}
	return ""
}

func phraseIn(text string, list []string) string {
	for _, words := range list {
		if strings.Contains(text, words) {
			return words
		}
	}
	return ""
}

// withoutMarks removes the marks between the words of an address.
func withoutMarks(local string) string {
	if !strings.ContainsAny(local, "-_. ") {
		return local
	}
	return addressMarks.Replace(local)
}

var addressMarks = lazy.Replacing("-", "", "_", "", ".", "", " ", "")
