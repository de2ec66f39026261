package rtf

import "ppamaild/lazy"

// word executes a control word. Without a number, a control word counts as switched on.
func (r *reader) word(word string, number int, numbered bool) {
	on := number != 0 || !numbered
	if r.starred {
		r.starred = false
		r.tag = word == "htmltag" && r.html
		r.notBody = r.notBody || !r.tag
		return
	}
	if s, ok := characters.Get()[word]; ok {
		r.write(s)
		return
	}
	if r.fontWord(word, number) {
		return
	}
	switch word {
	case "fromhtml":
		r.html = on
	case "htmlrtf":
		r.replacement = on && r.html
	case "uc":
		r.fallback = max(number, 0)
	case "u":
		if numbered {
			r.unicode(number)
		}
	case "v":
		r.hidden = on
	case "fs":
		const legible = 3 // half points
		r.tiny = number < legible
	case "strike", "striked", "deleted":
		r.setCrossed(on)
	case "bin":
		r.in = r.in[min(max(number, 0), len(r.in)):]
	default:
		r.notBody = r.notBody || destinations.Get()[word]
	}
}

// fontWord executes a control word about fonts and character sets. For other words fontWord
// returns false.
func (r *reader) fontWord(word string, number int) bool {
	switch word {
	case "fonttbl":
		r.table, r.notBody = true, true
	case "f":
		if r.table {
			r.defined = number
		} else {
			r.switchTo(r.withFont(number))
		}
	case "fcharset":
		if page, known := charsets.Get()[number]; known && r.table {
			r.fonts[r.defined] = page
		}
	case "deff":
		r.plain = number
		r.switchTo(r.withFont(number))
	case "plain":
		r.switchTo(r.withFont(r.plain))
		r.setCrossed(false)
		r.hidden, r.tiny = false, false
	case "ansicpg":
		r.codePage = number
	case "mac":
		r.codePage = 10000
	default:
		return false
	}
	return true
}

func (g group) withFont(font int) group {
	g.font = font
	return g
}

// characters are control words that represent text.
var characters = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
		"par": "\n", "line": "\n", "sect": "\n", "page": "\n", "row": "\n", "nestrow": "\n", "tab": "\t", "cell": "\t", "nestcell": "\t",
		"emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•",
		"emspace": " ", "enspace": " ", "qmspace": " ",
	}
}}

// destinations are control words for groups without body text.
var destinations = lazy.Value[map[string]bool]{New: func() map[string]bool {
	return map[string]bool{
		"colortbl": true, "stylesheet": true, "info": true, "pict": true, "objdata": true, "fldinst": true, "revtbl": true, "listtable": true,
		"header": true, "headerl": true, "headerr": true, "headerf": true, "footer": true, "footerl": true, "footerr": true, "footerf": true,
	}
}}

// charsets maps the character sets of fonts to code pages.
var charsets = lazy.Value[map[int]int]{New: func() map[int]int {
	return map[int]int{
		77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
		186: 1257, 204: 1251, 222: 874, 238: 1250,
	}
}}
