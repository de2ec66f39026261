package text

// spanish are common words that English has not, folded.
var spanish = WordSet(`el los las una de del y en que para por con mi mis su es son soy estoy tengo tiene quiero quisiera necesito hola gracias
	buenos buenas dias tardes seguro carro coche cotizacion poliza licencia nacimiento nombre direccion ano anos millas manejo vivo
	trabajo esposa esposo hijo hija favor cuanto cuesta como desde hasta pero muy tambien nada fecha saludos naci aseguranza`)

// Language is "es" where Spanish words are many and English ones fewer.
func (d *Document) Language() string {
	es, en := 0, 0
	for i, t := range d.Tokens {
		switch {
		case t.Kind != Word || d.Quoted[i] || t.Norm == "mi" && d.Kind(i-1) != Word: // "9 mi"
		case spanish[t.Norm]:
			es++
		case english[t.Norm]:
			en++
		}
	}
	if es >= 3 && es > en {
		return "es"
	}
	return "en"
}

var english = WordSet(`the a an and of to in is are was i my me we our you your for with on at it have has need would like can please that this
	be do not or if car insurance quote thanks`)
