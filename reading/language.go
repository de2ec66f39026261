package reading

import "slices"

// spanish are common words that English has not, folded.
var spanish = wordSet(`el los las una de del y en que para por con mi mis su es son soy estoy tengo tiene quiero quisiera necesito hola gracias
	buenos buenas dias tardes seguro carro coche cotizacion poliza licencia nacimiento nombre direccion ano anos millas manejo vivo
	trabajo esposa esposo hijo hija favor cuanto cuesta como desde hasta pero muy tambien nada fecha saludos naci aseguranza`)

// language is "es" where Spanish words are many and English ones fewer.
func (d *document) language() string {
	es, en := 0, 0
	for i, t := range d.toks {
		switch {
		case t.kind != word || d.quoted[i] || t.norm == "mi" && d.kind(i-1) != word: // "9 mi"
		case spanish[t.norm]:
			es++
		case english[t.norm]:
			en++
		}
	}
	if es >= 3 && es > en {
		return "es"
	}
	return "en"
}

// prefers is the language that the author asks to be written in, "en" or "es"; "" where they ask
// for none, or for both: "my english is better for writing".
func (r *reader) prefers() string {
	english, spanish := r.asksForLanguage("wants english"), r.asksForLanguage("wants spanish")
	switch {
	case english && !spanish:
		return "en"
	case spanish && !english:
		return "es"
	}
	return ""
}

// asksForLanguage reports whether the author has the cue, of themselves and undenied: "my english is
// better than my husband's" compares.
func (r *reader) asksForLanguage(cue string) bool {
	return slices.ContainsFunc(r.cues[cue], func(c span) bool {
		others := r.is(c.i-1, "his", "her", "their", "your", "whose", "wife's", "husband's")
		return !r.quiet[c.i] && !r.quoted[c.i] && !others && !r.is(c.j, "than", "speaker", "speaking") && !r.has(span{max(r.sentence(c.i).i, c.i-4), c.i}, "negation", "supposes")
	})
}

var english = wordSet(`the a an and of to in is are was i my me we our you your for with on at it have has need would like can please that this
	be do not or if car insurance quote thanks`)
