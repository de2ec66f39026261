package signals

import (
	"slices"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/templates"
)

// Customers mention facts that no value of the application holds, and that staff must know before
// the next mail. Rules find these facts for every planner.

// alertRule finds a fact in a sentence.
type alertRule struct {
	signs           keywords
	pattern, unless *lazyregexp.Regexp
	phrase          string // for staff
}

func titleRule() alertRule {
	return alertRule{keywords{"title", "regist", "slip", "in my", "in our", "in his", "in her",
		"in their", "nombre de"}, titledToOther, titledBefore, "alert.title"}
}

func alertRules() []alertRule {
	return []alertRule{
		titleRule(),
		{keywords{"mov", "address", "closing", "reloc", "mud"}, movesLater, movedBefore,
			"alert.moves_later"},
		{keywords{"call", "phone", "ring", "talk", "speak", "mail", "write", "llam", "llám", "hablar",
			"escrib", "correo"}, wantsCall, mayCall,
			"alert.wants_call"},
	}
}

const (
	relatives = `(?:mom|mommy|mother|mama|dad|daddy|father|parents?|step(?:mother|father|mom|dad)|brother|sister|sibling|son|daughter|kid|child|grand(?:mother|father|ma|pa|son|daughter|parents?)|aunt|uncle|cousin|nephew|niece` +
		`|(?:mother|father|brother|sister|son|daughter)-in-law|friend|boyfriend|girlfriend|partner|fiancée?|roommate|landlord|employer|boss|company|business|llc|corporation|trust|ex(?:-\w+)?|late \w+)`
	parientes = `(?:mamá|madre|papá|padre|padres|hermano|hermana|hijo|hija|abuelo|abuela|tío|tía|primo|prima|suegro|suegra|cuñado|cuñada|amigo|amiga|novio|novia|empresa|patrón|jefe)`
)

var (
	titledToOther = lazyregexp.MustCompile(
		`\b(?:titled|registered|title|registration|pink slip)\b.{0,30}\b(?:in|to|under) (?:the name of )?(?:my|our|his|her|their) ` + relatives + `(?:'?s? names?)?(?:$|[^\w'-])|` +
			`\bin (?:my|our|his|her|their) ` + relatives + `'?s? names?\b|` +
			`\b` + relatives + `(?:'s?)? (?:name )?(?:is|are) (?:still )?(?:on|in) the (?:title|registration)\b|` +
			`\b(?:title|registration|car|truck|vehicle|it) (?:is|'s)(?: not|n't) (?:titled |registered )?in my (?:own )?name\b|` +
			`\ba nombre de (?:mi|mis|su|nuestro|nuestra) ` + parientes + `(?:$|[^\pL])`)
	titledBefore = lazyregexp.MustCompile(`\b(?:used to be|was|were|no longer|before|policy|insured|insurance|account|plan|antes|póliza|seguro)\b|\b(?:isn't|is not|aren't|are not) (?:titled|registered|in (?:my|our) ` + relatives + `)`)

	movesLater = lazyregexp.MustCompile(`(?:\b(?:i|we)(?:'m|'re| am| are|'ll be| will be)? (?:(?:actually|also|probably|planning on|going to be) )*(?:moving|relocating)\b|\b(?:i|we)(?:'ll| will|'m going to|'re going to| am going to| are going to| plan to) (?:move|relocate)\b|\baddress (?:will )?chang(?:es?|ing)\b|(?:^|[^\pL])(?:nos mudamos|me mudo|nos vamos a mudar|me voy a mudar))` +
		`.*(?:^|[^\pL])(?:in|on|by|after|next|until|el|en|at the end of|the end of) (?:the )?(?:end of |first of |próximo |fin de )?(?:jan|feb|mar|apr|may\b|jun|jul|aug|sep|oct|nov|dec|week|month|year|spring|summer|fall|winter|mes|ene|abr|ago|dic|\d)`)
	movedBefore = lazyregexp.MustCompile(`\b(?:last|ago|already|moved)\b`)

	wantsCall = lazyregexp.MustCompile(
		`\b(?:give|gimme) (?:me|us) an? (?:quick )?(?:call|ring|buzz)\b|` +
			`\b(?:can|could|would|will) (?:you|someone|somebody|anyone|one of you)(?: please)? ` +
			`(?:call|phone|ring) (?:me|us)\b|` +
			`\b(?:call|phone|ring|telephone) (?:me|us)(?: back)?(?:$|[.,;!)]| (?:please|instead|rather|asap|as soon|at|on|to|after|before|between|when|any ?time|today|tomorrow|tonight|this|in the|not|and|don't|do not|by|mon|tue|wed|thu|fri|sat|sun))|` +
			`\b(?:prefer|rather have|want|would like|'d like) (?:to (?:talk|speak|be called)|a (?:phone )?call|(?:phone )?calls)\b|` +
			`\b(?:don'?t|do not|please no|never) (?:e-?mails?(?: me| us)?|write(?: me| us| to me)?)\b(?:$|[.,;!)]| (?:me|us|please|just|but|call))|` +
			`\bno e-?mails?(?:$|[.,;!)]| please)|` +
			`\b(?:llámeme|llámame|llámenme|llámenos)(?:$|[^\pL])|` +
			`\bprefiero (?:una llamada|que me llamen|hablar)\b|` +
			`\bno me (?:escriba|escriban|manden correos?)\b`)
	mayCall = lazyregexp.MustCompile(`\b(?:(?:don'?t|do not|no need to|not|never|no) (?:call|phone|ring|telephone)|(?:don'?t|do not) (?:want|need) (?:a|any|to)|no (?:me |nos )?(?:llame|llamen|llames)|feel free|you can|you may|can also|you could|if|should you|with (?:any )?questions|question|questions|puede|pueden|si)\b`)
)

// Alerts returns messages to staff about a text. Each message has the first sentence that a rule
// matches.
func Alerts(text string, words *templates.Phrases) (found []string) {
	said, plain := sentences(text), []string{}
	for _, s := range said {
		plain = append(plain, normalized(s))
	}
	for _, rule := range alertRules() {
		if i := slices.IndexFunc(plain, rule.matches); i >= 0 {
			found = append(found, words.Say(rule.phrase, strings.TrimSpace(said[i])))
		}
	}
	return found
}

// normalized is a sentence in lower case, with plain marks and none at the ends.
func normalized(sentence string) string { return strings.Trim(Normalize(sentence), " .!?,") }

// matches reports whether a normalized sentence states the fact.
func (r alertRule) matches(plain string) bool {
	return r.signs.in(plain) && r.pattern.MatchString(plain) && !r.unless.MatchString(plain)
}

// cancels matches a sentence that asks to cancel a policy, of any insurer.
var cancels = lazyregexp.MustCompile(
	`^(?:(?:please|also|and|then|can|could|would|will|you|kindly|go ahead and|por favor),? )*` +
		`(?:cancel|terminate|end|cancele|cancelen) .{0,40}` +
		`\b(?:policy|insurance|coverage|póliza|seguro)\b`)

// AsksToCancel reports whether a text asks the agency to cancel a policy.
func AsksToCancel(text string) bool {
	signs := keywords{"cancel", "terminat", "end"}
	return slices.ContainsFunc(sentences(text), func(s string) bool {
		return signs.in(strings.ToLower(s)) && cancels.MatchString(normalized(s))
	})
}

// NamesPolicy reports whether a text has a word for a policy, or for its end.
func NamesPolicy(text string) bool { return policyWords.MatchString(Normalize(text)) }

var policyWords = lazyregexp.MustCompile(
	`cancel|terminat|polic|insur|coverage|quote|account|póliza|poliza|seguro|aseguranza`)

// TitledToOther reports whether a text says that a vehicle is titled in another name.
func TitledToOther(text string) bool {
	return slices.ContainsFunc(sentences(text),
		func(s string) bool { return titleRule().matches(normalized(s)) })
}

// WantsNoMail reports whether a text asks for no more mail, or to delete data.
func WantsNoMail(text string) bool {
	plain := Normalize(text)
	return signsOfNoMail.in(plain) && noMoreMail.MatchString(plain)
}

// signsOfNoMail are in each text that noMoreMail matches.
var signsOfNoMail = keywords{"stop ", "again", "anymore", "any more", "delete", "erase", "remove",
	"unsubscribe", "off your", "borre", "elimine", "no me "}

var noMoreMail = lazyregexp.MustCompile(
	`\b(?:stop (?:e-?mailing|mailing|writing|contacting|texting|bothering|spamming)|` +
		`(?:don't|do not|never) (?:e-?mail|contact|write to) (?:me|us) ` +
		`(?:again|anymore|any more)|` +
		`(?:delete|erase|remove) (?:all )?(?:of )?(?:my|our) ` +
		`(?:data|information|info|personal \w+|details|records?|file)|` +
		`unsubscribe (?:me|us)|take (?:me|us) off your (?:mailing )?list|` +
		`(?:borren?|eliminen?) mis datos|no me (?:escriban?|contacten?) más)\b`)

// RefersBack reports whether a text says that an earlier mail or a file has the answers.
func RefersBack(text string) bool { return refersBack.MatchString(Normalize(text)) }

var refersBack = lazyregexp.MustCompile(
	`\b(?:all|everything|already|see|check|look|todo|ya|vea|mire)\b.{0,40}(?:\b(?:pages?|pdf|dec|` +
		`declarations?|attach\w*|files?|documents?|photos?|scans?|forward\w*|(?:e-?)?mails?|` +
		`messages?|correos?|adjunt\w+|documentos?|archivos?)\b|página)|` +
		`\balready (?:gave|given|sent|told|wrote|written|mailed|answered)\b|` +
		`\bya (?:[a-z]{2,3} )*(?:mandé|envié|dije|di|escribí|contesté)`)

// WantsCall reports whether a sentence, normalized, asks for a phone call.
func WantsCall(sentence string) bool {
	return wantsCall.MatchString(sentence) && !mayCall.MatchString(sentence)
}

// PhoneIn returns a phone number in a text as written, or "".
func PhoneIn(text string) string { return phoneNumber.FindString(text) }

var phoneNumber = lazyregexp.MustCompile(
	`(?:\+?1[-. ]?)?\(?\b\d{3}\)?[-. ]{1,2}\d{3}[-. ]\d{4}\b|\b\d{10}\b`)

// keywords are lower-case strings. The pattern of a rule matches only sentences with a keyword.
type keywords []string

func (s keywords) in(lower string) bool {
	return slices.ContainsFunc(s, func(sign string) bool { return strings.Contains(lower, sign) })
}
