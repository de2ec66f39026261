package reply

import "regexp"

// A separator is a line that by itself says that another mail follows. In every
// language it is made of dashes around a few words, of which one means "mail".
var (
	dashed    = regexp.MustCompile(`(?i)^[>|* ]*[-_=]{2,} ?([\pL\pM' .:/-]{4,60}?|[\pL ]{4,30}by [^-]{1,120}) ?[-_=]{2,}(?:from: .{1,120})?$|^-+(reply message) -+`)
	meansIt   = regexp.MustCompile(`(?i)messag|nachricht|bericht|mensaje|mensagem|meddel|melding|besked|viesti|wiadomo|zpráva|správa|üzenet|сообщени|письмо|повідомлен|ileti|mesaj|poruk|邮件|郵件|メッセージ|메시지|e-?mail|courriel|correo|forwarded by|appointment|brev`)
	onwards   = regexp.MustCompile(`(?i)forward|weitergeleit|transf[eé]r|reenvi|encaminh|inoltr|doorgestuurd|vidarebef|videresend|välitet|przek[aa]z|přepos|prepos|továbbít|пересыл|перенаправ|переадрес|пересла|転送|转发|轉寄|전달|iletil|redirec|prosl[ij]`)
	begins    = regexp.MustCompile(`(?i)^[>|* ]*(?:begin |anfang der |début du |inicio del |início da |inizio |start på |начало |začátek |početak |początek )?[\pL' ()-]{0,40}[:：]$`)
	above     = regexp.MustCompile(`(?i)^[-#=*>_ ]*(?:please )?(?:type |write |add |enter |send )?(?:your )?(?:reply|replies|respond|response|antworten|répondre) ?(?:your reply |only |here |to this (?:email|message) )*(?:above|au-dessus|oberhalb) (?:this|the|de cette|dieser) (?:line|ligne|zeile)`)
	rule      = regexp.MustCompile(`^[-_=*─—]{5,}$`)
	forwarded = regexp.MustCompile(`(?i)^\s*(?:\[[^\]]{0,40}\]\s*)?(?:fwd?|wg|tr|rv|enc|doorst|vb|vs|i|pd|fs|转发|轉寄|転送|전달)\s*[:：]`)
)

// separator reports whether a line by itself says that quoted mail follows, and
// whether that is a reply's or a forward's.
func separator(body string) (Kind, bool) {
	const longest = 200
	switch {
	case len(body) > longest:
		return "", false
	case dashed.MatchString(body) && meansIt.MatchString(body):
		if onwards.MatchString(body) {
			return Forward, true
		}
		return Quote, true
	case begins.MatchString(body) && onwards.MatchString(body) && meansIt.MatchString(body):
		return Forward, true
	}
	return Quote, above.MatchString(body)
}

func isRule(body string) bool { return len(body) < 200 && rule.MatchString(body) }

// isForward reports whether a subject begins as those of forwards do.
func isForward(subject string) bool { return forwarded.MatchString(subject) }
