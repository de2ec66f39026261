package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// wrote has the verbs of attributions, in lower case, by language.
var wrote = []struct {
	language string
	verbs    []string
}{
	{"English", []string{"wrote", "writes"}},
	{"German", []string{"schrieb", "geschrieben"}},
	{"Dutch", []string{"schreef", "geschreven"}},
	{"French", []string{"a écrit", "a ecrit"}},
	{"Spanish", []string{"escribió", "escribio", "escribía", "ha escrito"}},
	{"Italian", []string{"ha scritto", "scrisse"}},
	{"Portuguese", []string{"escreveu"}},
	{"Swedish, Danish or Norwegian", []string{"skrev", "skrev følgende", "skrev följande"}},
	{"Icelandic", []string{"skrifaði"}},
	{"Finnish", []string{"kirjoitti", "kirjoitti seuraavaa"}},
	{"Polish", []string{"napisał", "napisała", "pisze"}},
	{"Czech, Slovak or South Slavic", []string{"napsal", "napsala", "napísal", "napísala", "napisao", "napisala", "je napisal"}},
	{"Hungarian", []string{"írta"}},
	{"Romanian", []string{"a scris"}},
	{"Russian", []string{"пишет", "написал", "написала", "писал"}},
	{"Ukrainian or Bulgarian", []string{"пише", "написав", "написа"}},
	{"Turkish", []string{"yazdı", "şunu yazdı", "tarihinde yazdı"}},
	{"Vietnamese", []string{"đã viết"}},
	{"Indonesian", []string{"menulis"}},
	{"Catalan", []string{"va escriure"}},
	{"Greek", []string{"έγραψε"}},
	{"Hebrew", []string{"כתב", "כתבה"}},
	{"Arabic", []string{"كتب"}},
	{"Chinese", []string{"写道", "寫道", "写到"}},
	{"Japanese", []string{"書きました", "のメール"}},
	{"Korean", []string{"작성", "님이 쓴 글", "님이 씀"}},
	{"Lithuanian", []string{"rašė"}},
	{"Estonian", []string{"kirjutas"}},
	{"Latvian", []string{"rakstīja"}},
	{"Albanian", []string{"shkroi"}},
	{"Basque", []string{"idatzi du"}},
	{"Galician", []string{"escribiu"}},
	{"Afrikaans", []string{"geskryf"}},
	{"Thai", []string{"เขียนว่า"}},
	{"Hindi", []string{"ने लिखा"}},
	{"Persian", []string{"نوشت"}},
}

// hasVerb returns the language of the verb in low. ok is false without a verb.
func hasVerb(low string) (language string, ok bool) {
	for _, w := range wrote {
		for _, v := range w.verbs {
			if i := strings.Index(low, v); i >= 0 && standsAlone(low, i, i+len(v)) {
				return w.language, true
			}
		}
	}
	return "", false
}

// endsInVerb reports whether s ends in the verb, with or without a colon.
func endsInVerb(s string) bool {
	low := strings.TrimRight(strings.ToLower(s), " :：-")
	low = strings.TrimSuffix(strings.TrimSuffix(low, "(a)"), "(а)")
	for _, w := range wrote {
		for _, v := range w.verbs {
			if strings.HasSuffix(low, v) && standsAlone(low, len(low)-len(v), len(low)) {
				return true
			}
		}
	}
	return false
}

// standsAlone reports whether low[from:to] is a whole word. In scripts without spaces between
// words, any position counts.
func standsAlone(low string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(low[:from])
	first, _ := utf8.DecodeRuneInString(low[from:])
	if unicode.Is(unicode.Han, first) || unicode.Is(unicode.Hiragana, first) || unicode.Is(unicode.Hangul, first) {
		return true
	}
	after, _ := utf8.DecodeRuneInString(low[to:])
	return !unicode.IsLetter(before) && (!unicode.IsLetter(after) || after == 'a' || after == 'а')
}
