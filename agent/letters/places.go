package letters

import "ppamaild/quote"

// askedPlace asks for the ZIP code or the city of an address and names the known parts, because
// "there" has no meaning in a first question. It returns "" for other paths.
func askedPlace(path string, a quote.Application, w Words) string {
	where := a.GaragingAddress
	switch path {
	case "garaging_address.zip":
		if place := listed([]string{where.Street, where.City}); place != "" {
			return w.Say("letters.zip_of", place)
		}
		return w.Say("letters.zip")
	case "garaging_address.city":
		if where.Street != "" {
			return w.Say("letters.city_of", where.Street)
		}
		return w.Say("letters.city")
	}
	return ""
}
