package extract

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

var english = wordSet(`the a an and of to in is are was i my me we our you your for with on at it have has need would like can please that this
	be do not or if car insurance quote thanks`)
