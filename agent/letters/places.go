package letters

import (
	"fmt"

	"ppamaild/quote"
)

// askedPlace asks for the ZIP code or the city of an address by its known parts, as "there"
// has no meaning in a first question. It returns "" for other paths.
func askedPlace(path string, a quote.Application, es bool) string {
	where := a.GaragingAddress
	switch path {
	case "garaging_address.zip":
		if place := listed([]string{where.Street, where.City}); place != "" {
			return fmt.Sprintf(pick(es, "What is the ZIP code of %s?",
				"¿Cuál es el código postal de %s?"), place)
		}
		return pick(es, "What is the ZIP code where the car is kept?",
			"¿Cuál es el código postal del lugar donde se guarda el auto?")
	case "garaging_address.city":
		if where.Street != "" {
			return fmt.Sprintf(pick(es, "In which city is %s?", "¿En qué ciudad queda %s?"),
				where.Street)
		}
		return pick(es, "In which city is the car kept?", "¿En qué ciudad se guarda el auto?")
	}
	return ""
}
