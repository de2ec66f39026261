package reply

import (
	"strings"
	"testing"
)

// attributions are the attributions of mail programs, by language.
var attributions = map[string][]string{
	"English":    {"On Fri, Nov 20, 2026 at 9:39 AM Lee Tran <lee@agency.test> wrote:", "On 20/11/2026 09:39, Lee Tran wrote:", "Lee Tran <lee@agency.test> writes:"},
	"German":     {"Am Fr., 20. Nov. 2026 um 09:39 Uhr schrieb Lee Tran <lee@agency.test>:", "Am 20.11.26 um 09:39 schrieb Lee Tran:"},
	"French":     {"Le ven. 20 nov. 2026 à 09:39, Lee Tran <lee@agency.test> a écrit :", "Le 20/11/2026 à 09:39, Lee Tran a écrit :"},
	"Spanish":    {"El vie, 20 nov 2026 a las 9:39, Lee Tran (<lee@agency.test>) escribió:", "El 20/11/26 a las 09:39, Lee Tran escribió:"},
	"Portuguese": {"Em sex., 20 de nov. de 2026 às 09:39, Lee Tran <lee@agency.test> escreveu:", "Em 20/11/2026 09:39, Lee Tran escreveu:"},
	"Italian":    {"Il giorno ven 20 nov 2026 alle ore 09:39 Lee Tran <lee@agency.test> ha scritto:", "Il 20/11/26 09:39, Lee Tran ha scritto:"},
	"Dutch":      {"Op vr 20 nov 2026 om 09:39 schreef Lee Tran <lee@agency.test>:", "Op 20-11-2026 om 09:39 schreef Lee Tran:"},
	"Polish":     {"pt., 20 lis 2026 o 09:39 Lee Tran <lee@agency.test> napisał(a):", "W dniu 20.11.2026 o 09:39, Lee Tran pisze:"},
	"Russian":    {"пт, 20 нояб. 2026 г. в 09:39, Lee Tran <lee@agency.test>:", "20.11.2026 09:39, Lee Tran пишет:"},
	"Chinese":    {"Lee Tran <lee@agency.test> 于2026年11月20日周五 09:39写道：", "在 2026/11/20 9:39, Lee Tran 写道:"},
	"Japanese":   {"2026年11月20日(金) 9:39 Lee Tran <lee@agency.test>:", "2026/11/20 9:39、Lee Tran <lee@agency.test>のメール:"},
	"Korean":     {"2026년 11월 20일 (금) 오전 9:39, Lee Tran <lee@agency.test>님이 작성:", "2026. 11. 20. 오전 9:39에 Lee Tran <lee@agency.test> 작성:"},
	"Swedish":    {"Den fre 20 nov. 2026 kl 09:39 skrev Lee Tran <lee@agency.test>:", "Den 2026-11-20 kl. 09:39, skrev Lee Tran:"},
	"Danish":     {"Den fre. 20. nov. 2026 kl. 09.39 skrev Lee Tran <lee@agency.test>:", "Den 20.11.2026 kl. 09.39 skrev Lee Tran:"},
	"Norwegian":  {"fre. 20. nov. 2026 kl. 09:39 skrev Lee Tran <lee@agency.test>:", "Den 20.11.2026 09:39, skrev Lee Tran:"},
	"Finnish":    {"pe 20. marrask. 2026 klo 9.39 Lee Tran (lee@agency.test) kirjoitti:", "Lee Tran kirjoitti 20.11.2026 klo 9.39:"},
	"Czech":      {"pá 20. 11. 2026 v 9:39 odesílatel Lee Tran <lee@agency.test> napsal:", "Dne 20.11.2026 v 9:39 Lee Tran napsal(a):"},
	"Thai":       {"ในวันที่ ศ. 20 พ.ย. 2026 เวลา 10:00 Lee Tran <lee@agency.test> เขียนว่า:"},
	"Hindi":      {"शुक्र, 20 नव॰ 2026 को 10:00 am बजे को Lee Tran <lee@agency.test> ने लिखा:"},
	"Persian":    {"در تاریخ جمعه ۲۰ نوامبر ۲۰۲۶، ۱۰:۰۰ Lee Tran <lee@agency.test> نوشت:"},
	"Catalan":    {"Missatge de Lee Tran <lee@agency.test> del dia dv., 20 de nov. 2026 a les 10:00:"},
	"Afrikaans":  {"Op Vr. 20 Nov. 2026 om 10:00 het Lee Tran <lee@agency.test> geskryf:"},
	"Turkish":    {"Lee Tran <lee@agency.test>, 20 Kas 2026 Cum, 09:39 tarihinde şunu yazdı:", "20.11.2026 09:39 tarihinde Lee Tran yazdı:"},
}

// TestAttributionLanguages puts each attribution above quoted text, with and without marks. The
// attribution is on one line or wrapped over two or three. A name on a line of its own is
// attached by a guess.
func TestAttributionLanguages(t *testing.T) {
	for language, lines := range attributions {
		for i, attribution := range lines {
			for _, parts := range []int{1, 2, 3} {
				wrapped := wrap(attribution, parts)
				quoted := "2019.\n\n" + wrapped + "\n\n> Which year?\n> Lee"
				if r := Extract(textMail(quoted)); r.Text != "2019." || !r.Clean && parts == 1 {
					t.Errorf("%s: %+v of %q", language, r, quoted)
				}
				if i > 0 {
					continue // without an address, an attribution needs quoted text below
				}
				bare := "2019.\n\n" + wrapped + "\n\nWhich year?\nLee"
				if r := Extract(textMail(bare)); r.Text != "2019." {
					t.Errorf("%s, no marks: %+v of %q", language, r, bare)
				}
			}
		}
	}
}

// wrap breaks a line at spaces into up to parts lines of similar length.
func wrap(s string, parts int) string {
	words := strings.Split(s, " ")
	var out []string
	for n := parts; n > 0; n-- {
		take := (len(words) + n - 1) / n
		out = append(out, strings.Join(words[:take], " "))
		words = words[take:]
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// headerBlocks are Outlook's labels above a quotation: from, sent, to, subject.
var headerBlocks = map[string][4]string{
	"English":    {"From", "Sent", "To", "Subject"},
	"German":     {"Von", "Gesendet", "An", "Betreff"},
	"French":     {"De ", "Envoyé ", "À ", "Objet "},
	"Spanish":    {"De", "Enviado el", "Para", "Asunto"},
	"Portuguese": {"De", "Enviada em", "Para", "Assunto"},
	"Italian":    {"Da", "Inviato", "A", "Oggetto"},
	"Dutch":      {"Van", "Verzonden", "Aan", "Onderwerp"},
	"Polish":     {"Od", "Wysłano", "Do", "Temat"},
	"Russian":    {"От", "Отправлено", "Кому", "Тема"},
	"Chinese":    {"发件人", "发送时间", "收件人", "主题"},
	"Taiwanese":  {"寄件者", "傳送時間", "收件者", "主旨"},
	"Japanese":   {"差出人", "送信日時", "宛先", "件名"},
	"Korean":     {"보낸 사람", "보낸 날짜", "받는 사람", "제목"},
	"Swedish":    {"Från", "Skickat", "Till", "Ämne"},
	"Danish":     {"Fra", "Sendt", "Til", "Emne"},
	"Norwegian":  {"Fra", "Sendt", "Til", "Emne"},
	"Finnish":    {"Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"},
	"Czech":      {"Od", "Odesláno", "Komu", "Předmět"},
	"Turkish":    {"Kimden", "Gönderildi", "Kime", "Konu"},
}

func TestHeaderBlockLanguages(t *testing.T) {
	values := [4]string{"Lee Tran <lee@agency.test>", "20.11.2026 9:39", "Ann Lake", "Your quote"}
	for language, labels := range headerBlocks {
		for form, of := range map[string]string{"plain": "%: ", "bold": "*%:* ", "wide": "%："} {
			var block []string
			for i, l := range labels {
				block = append(block, strings.Replace(of, "%", l, 1)+values[i])
			}
			text := "2019.\n\n" + strings.Join(block, "\n") + "\n\nWhich year?"
			if r := Extract(textMail(text)); r.Text != "2019." || !r.Clean {
				t.Errorf("%s, %s: %+v of %q", language, form, r, text)
			}
		}
	}
}

// separators are the lines for "Original Message" and "Forwarded message".
var separators = map[string][]string{
	"English":    {"-----Original Message-----", "---------- Forwarded message ---------"},
	"German":     {"-----Ursprüngliche Nachricht-----", "---------- Weitergeleitete Nachricht ---------", "-------- Originalnachricht --------"},
	"French":     {"-----Message d'origine-----", "---------- Message transféré ---------", "-------- Message original --------"},
	"Spanish":    {"-----Mensaje original-----", "---------- Mensaje reenviado ---------"},
	"Portuguese": {"-----Mensagem original-----", "---------- Mensagem encaminhada ---------"},
	"Italian":    {"-----Messaggio originale-----", "---------- Messaggio inoltrato ---------"},
	"Dutch":      {"-----Oorspronkelijk bericht-----", "---------- Doorgestuurd bericht ---------"},
	"Polish":     {"-----Wiadomość oryginalna-----", "---------- Przekazana wiadomość ---------"},
	"Russian":    {"-----Исходное сообщение-----", "---------- Пересланное сообщение ---------"},
	"Chinese":    {"-----邮件原件-----", "---------- 转发的邮件 ---------"},
	"Japanese":   {"-----元のメッセージ-----", "---------- 転送されたメッセージ ---------"},
	"Korean":     {"-----원본 메시지-----", "---------- 전달된 메시지 ---------"},
	"Swedish":    {"-----Ursprungligt meddelande-----", "---------- Vidarebefordrat meddelande ---------"},
	"Danish":     {"-----Oprindelig meddelelse-----", "---------- Videresendt meddelelse ---------"},
	"Norwegian":  {"-----Opprinnelig melding-----", "---------- Videresendt melding ---------"},
	"Finnish":    {"-----Alkuperäinen viesti-----", "---------- Välitetty viesti ---------"},
	"Czech":      {"-----Původní zpráva-----", "---------- Přeposlaná zpráva ---------"},
	"Turkish":    {"-----Özgün İleti-----", "---------- İletilen mesaj ---------"},
}

func TestSeparatorLanguages(t *testing.T) {
	for language, lines := range separators {
		for _, s := range lines {
			if r := Extract(textMail("2019.\n\n" + s + "\nWhich year?")); r.Text != "2019." || !r.Clean {
				t.Errorf("%s: %+v below %q", language, r, s)
			}
		}
	}
}

// TestNoticeLanguages: notices by companies, gateways and scanners are not own text.
func TestNoticeLanguages(t *testing.T) {
	for _, s := range []string{
		"LEGAL NOTICE: This message may contain confidential information.", "IMPORTANT: This e-mail may be confidential or privileged. If you are not the addressee, delete it.",
		"***CONFIDENTIAL*** This email is intended only for the addressee and contains privileged information.", "Privileged and Confidential: this email is for the named recipient only.",
		"The contents of this e-mail (including any attachments) may be confidential to the intended recipient and privileged.",
		"CONFIDENTIALITÉ : ce message est réservé à qui il est adressé.", "Ce courriel est confidentiel et établi à l'intention exclusive de son destinataire.",
		"AVISO LEGAL: Este mensaje va dirigido solo a su destinatario.", "Este correo electrónico es confidencial. Si no es usted el destinatario, queda prohibida su divulgación.",
		"Esta mensagem pode conter informação confidencial. Se não for o destinatário, não a divulgue.", "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der Adressat sind, vernichten Sie sie bitte.",
		"Questo messaggio è riservato ed è destinato esclusivamente a chi è indicato.", "Dit bericht is vertrouwelijk en uitsluitend voor de geadresseerde bestemd.",
		"Please don't print this e-mail unless you need to.", "Save a tree. Do not print this message.", "Click here to unsubscribe: https://list.test/u",
		"No virus found in this message.\nChecked by a scanner", "Scanned by Some Endpoint Antivirus.", "Virenfrei. www.avast.com", "Diese E-Mail wurde von einer Software auf Viren geprüft.",
	} {
		if r := Extract(textMail("2019.\n\n" + s)); r.Text != "2019." || !r.Clean {
			t.Errorf("%q: %+v", s, r)
		}
	}
	for _, s := range []string{
		"This email is about my policy, which is confidential.", "La prima es muy alta; el seguro de mi vecino cuesta menos.", "Le contrat est confidentiel.", "Die Fahrer sind vertraulich.",
		"Please don't print the second car on the ID card.", "Unsubscribe me from this list, please.", "Este mensaje es para Lee.", "No virus kept me at home.",
	} {
		if r := Extract(textMail("2019.\n\n" + s)); r.Text != "2019.\n\n"+s {
			t.Errorf("%q: %+v", s, r)
		}
	}
}

// TestDeviceLineLanguages: lines added by a phone are not own text.
func TestDeviceLineLanguages(t *testing.T) {
	for _, s := range []string{
		"Sent from my iPhone", "Sent from my Samsung Galaxy smartphone.", "Sent from Yahoo Mail on Android", "Sent from Mail for Windows", "Get Outlook for iOS",
		"(Sent from my iPhone)", "Sent from the all new AOL app for iOS", "Von meinem Samsung Galaxy Smartphone gesendet.", "Télécharger Outlook pour Android", "Obter o Outlook para Android", "Outlook für Android herunterladen",
		"Enviado desde Correo para Windows", "Sent with Shortwave", "Sent from my Fairphone", "Von meinem iPhone gesendet", "Gesendet von Outlook für Android<https://outlook.test/x>", "Envoyé de mon iPhone", "Envoyé à partir de mon iPhone",
		"Enviado desde mi iPhone", "Enviado do meu iPhone", "Inviato da iPhone", "Verstuurd vanaf mijn iPhone", "Wysłane z iPhone'a", "Отправлено с iPhone", "发自我的iPhone",
		"iPhoneから送信", "나의 iPhone에서 보냄", "Skickat från min iPhone", "Sendt fra min iPhone", "Lähetetty iPhonesta", "Odesláno z iPhonu", "iPhone'umdan gönderildi", "أُرسلت من الـ iPhone",
	} {
		if r := Extract(textMail("2019.\n\n" + s)); r.Text != "2019." {
			t.Errorf("%q: own text %q", s, r.Text)
		}
	}
	for _, s := range []string{"Sent from my lawyer, please read it", "Sent from a small town in Oregon", "Envoyé de Paris, la facture suit"} {
		if r := Extract(textMail("2019.\n\n" + s)); r.Text != "2019.\n\n"+s {
			t.Errorf("%q: own text %q", s, r.Text)
		}
	}
}
