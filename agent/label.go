package agent

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"ppamaild/quote"
	"ppamaild/templates"
)

// field is how a value of the application is called and asked for, in English
// and Spanish. A %s stands for the driver or vehicle it is of.
type field struct{ label, etiqueta, ask, pregunta, why, porque string }

// fields are keyed by path, without the index.
var fields = map[string]field{
	"named_insured.given_name":    {"First name", "Nombre", "What is your first name?", "¿Cuál es su nombre?", "", ""},
	"named_insured.surname":       {"Last name", "Apellido", "What is your last name?", "¿Cuál es su apellido?", "", ""},
	"named_insured.date_of_birth": {"Date of birth", "Fecha de nacimiento", "What is your date of birth?", "¿Cuál es su fecha de nacimiento?", "", ""},
	"named_insured.phone":         {"Phone", "Teléfono", "What phone number can we reach you at?", "¿A qué teléfono podemos llamarle?", "", ""},
	"named_insured.email":         {"Email", "Correo electrónico", "Which email address should we use?", "¿Qué correo electrónico usamos?", "", ""},
	"garaging_address.street":     {"Street", "Calle", "At which street address is the car kept overnight?", "¿En qué dirección (calle y número) se guarda el auto por la noche?", "where a car is kept is part of its price", "el lugar donde se guarda el auto es parte del precio"},
	"garaging_address.city":       {"City", "Ciudad", "In which city is that?", "¿En qué ciudad queda?", "", ""},
	"garaging_address.state":      {"State", "Estado", "In which state is the car kept?", "¿En qué estado se guarda el auto?", "each state has rules of its own", "cada estado tiene sus propias reglas"},
	"garaging_address.zip":        {"ZIP code", "Código postal", "What is the ZIP code there?", "¿Cuál es el código postal?", "", ""},
	"effective_date":              {"Start date", "Fecha de inicio", "When should the coverage start?", "¿Cuándo debería comenzar la cobertura?", "", ""},
	"prior_insurance.carrier":     {"Current insurer", "Aseguradora actual", "Which company insures you now?", "¿Qué compañía le asegura ahora?", "", ""},
	"prior_insurance.expires":     {"Current policy ends", "Fin de la póliza actual", "When does your current policy end?", "¿Cuándo termina su póliza actual?", "", ""},

	"drivers.given_name":     {"First name of %s", "Nombre de %s", "What is the first name of %s?", "¿Cuál es el nombre de %s?", "", ""},
	"drivers.surname":        {"Last name of %s", "Apellido de %s", "What is the last name of %s?", "¿Cuál es el apellido de %s?", "", ""},
	"drivers.date_of_birth":  {"Date of birth of %s", "Fecha de nacimiento de %s", "What is the date of birth of %s?", "¿Cuál es la fecha de nacimiento de %s?", "the price depends on driving experience", "el precio depende de la experiencia al volante"},
	"drivers.relationship":   {"Relationship of %s", "Parentesco de %s", "How is %s related to you?", "¿Qué parentesco tiene %s con usted?", "", ""},
	"drivers.license_number": {"License number of %s", "Licencia de %s", "What is the driver's license number of %s?", "¿Cuál es el número de licencia de %s?", "", ""},
	"drivers.license_state":  {"License state of %s", "Estado de la licencia de %s", "Which state issued the license of %s?", "¿Qué estado emitió la licencia de %s?", "", ""},
	"drivers.years_licensed": {"Years licensed, %s", "Años con licencia, %s", "For how many years has %s been licensed to drive?", "¿Cuántos años hace que %s tiene licencia de conducir?", "experience counts in the price", "la experiencia cuenta en el precio"},
	"drivers.accidents":      {"Accidents in 3 years, %s", "Accidentes en 3 años, %s", "How many at-fault accidents has %s had in the last 3 years?", "¿Cuántos accidentes con culpa ha tenido %s en los últimos 3 años?", "", ""},
	"drivers.violations":     {"Tickets in 3 years, %s", "Multas en 3 años, %s", "How many traffic tickets has %s had in the last 3 years?", "¿Cuántas multas de tránsito ha tenido %s en los últimos 3 años?", "", ""},

	"vehicles.year":                  {"Year of %s", "Año de %s", "What year is %s?", "¿De qué año es %s?", "", ""},
	"vehicles.make":                  {"Make of %s", "Marca de %s", "What make is %s (Honda, Ford, …)?", "¿De qué marca es %s (Honda, Ford, …)?", "", ""},
	"vehicles.model":                 {"Model of %s", "Modelo de %s", "What model is %s (Civic, F-150, …)?", "¿Qué modelo es %s (Civic, F-150, …)?", "", ""},
	"vehicles.trim":                  {"Trim of %s", "Versión de %s", "Which trim of %s is it?", "¿Qué versión es %s?", "", ""},
	"vehicles.cost_new":              {"Cost new of %s", "Costo nuevo de %s", "What did %s cost when new?", "¿Cuánto costó %s cuando era nuevo?", "", ""},
	"vehicles.vin":                   {"VIN of %s", "VIN de %s", "What is the VIN of %s? It has 17 characters and stands on the registration.", "¿Cuál es el VIN de %s? Tiene 17 caracteres y está en el registro.", "", ""},
	"vehicles.use":                   {"Use of %s", "Uso de %s", "What is %s used for: getting to work, pleasure only, or business?", "¿Para qué se usa %s: para ir al trabajo, solo particular o por negocio?", "a daily commute is rated differently from weekend use", "ir al trabajo a diario se calcula distinto que el uso de fin de semana"},
	"vehicles.annual_miles":          {"Miles a year, %s", "Millas al año, %s", "About how many miles a year is %s driven?", "¿Cuántas millas al año se maneja %s, más o menos?", "fewer miles cost less", "menos millas cuestan menos"},
	"vehicles.commute_miles_one_way": {"Miles to work, %s", "Millas al trabajo, %s", "How many miles one way is the drive to work in %s?", "¿Cuántas millas de ida son al trabajo en %s?", "", ""},
	"vehicles.ownership":             {"Ownership of %s", "Propiedad de %s", "Is %s owned outright, financed or leased?", "¿%s está pagado, financiado o arrendado?", "", ""},

	"coverages.bodily_injury":              {"Bodily injury", "Lesiones corporales", "Which bodily injury limits would you like?", "¿Qué límites de lesiones corporales desea?", "", ""},
	"coverages.property_damage":            {"Property damage", "Daños a la propiedad", "Which property damage limit would you like?", "¿Qué límite de daños a la propiedad desea?", "", ""},
	"coverages.uninsured_motorist":         {"Uninsured motorist", "Conductor sin seguro", "Which uninsured motorist limits would you like?", "¿Qué límites de conductor sin seguro desea?", "", ""},
	"coverages.medical_payments":           {"Medical payments", "Pagos médicos", "Which medical payments limit would you like?", "¿Qué límite de pagos médicos desea?", "", ""},
	"coverages.personal_injury_protection": {"Personal injury protection", "Protección contra lesiones", "Which personal injury protection limit would you like?", "¿Qué límite de protección contra lesiones desea?", "", ""},
	"coverages.comprehensive_deductible":   {"Comprehensive deductible", "Deducible de cobertura amplia", "Which comprehensive deductible would you like?", "¿Qué deducible de cobertura amplia desea?", "", ""},
	"coverages.collision_deductible":       {"Collision deductible", "Deducible de colisión", "Which collision deductible would you like?", "¿Qué deducible de colisión desea?", "", ""},
	"coverages.rental":                     {"Rental car", "Auto de alquiler", "Would you like rental car coverage?", "¿Desea cobertura de auto de alquiler?", "", ""},
	"coverages.towing":                     {"Towing", "Grúa", "Would you like towing coverage?", "¿Desea cobertura de grúa?", "", ""},
}

var indexed = regexp.MustCompile(`^(drivers|vehicles)\[(\d+)\]\.`)

// split returns the key into fields and whose value the path is.
func split(path string, a quote.Application, es bool) (key, whose string) {
	m := indexed.FindStringSubmatch(path)
	if m == nil {
		return path, ""
	}
	n, _ := strconv.Atoi(m[2])
	return m[1] + "." + path[len(m[0]):], possessor(m[1], n, a, es)
}

func possessor(kind string, n int, a quote.Application, es bool) string {
	if kind == "vehicles" {
		if n < len(a.Vehicles) {
			if name := vehicleName(a.Vehicles[n]); name != "" {
				return pick(es, "the ", "el ") + name
			}
		}
		if n == 0 {
			return pick(es, "your car", "su auto")
		}
		return fmt.Sprintf(pick(es, "car number %d", "el auto número %d"), n+1)
	}
	if n < len(a.Drivers) && a.Drivers[n].GivenName != "" {
		return a.Drivers[n].GivenName
	}
	if n == 0 {
		return pick(es, "the main driver", "el conductor principal")
	}
	if n < len(a.Drivers) && a.Drivers[n].Relationship != "" && a.Drivers[n].Relationship != quote.Other {
		return fmt.Sprintf(pick(es, "your %s", "su %s"), relation(a.Drivers[n].Relationship, es))
	}
	return fmt.Sprintf(pick(es, "driver number %d", "el conductor número %d"), n+1)
}

func relation(r quote.Relationship, es bool) string {
	if !es {
		return string(r)
	}
	return map[quote.Relationship]string{quote.Spouse: "cónyuge", quote.Child: "hijo o hija", quote.Parent: "padre o madre"}[r]
}

func vehicleName(v quote.Vehicle) string {
	var parts []string
	if v.Year != nil {
		parts = append(parts, strconv.Itoa(*v.Year))
	}
	for _, s := range []string{v.Make, v.Model, v.Trim} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if len(parts) == 0 && len(v.VIN) == 17 {
		return "car with VIN ending in " + v.VIN[13:]
	}
	return strings.Join(parts, " ")
}

func sentence(format, whose string) string {
	if strings.Contains(format, "%s") {
		return fmt.Sprintf(format, whose)
	}
	return format
}

// Label names the value at a path of a, for people.
func Label(path string, a quote.Application, es bool) string {
	key, whose := split(path, a, es)
	f, known := fields[key]
	if !known {
		return path
	}
	return sentence(pick(es, f.label, f.etiqueta), whose)
}

// Value writes the value at a path of a, for people.
func Value(path string, a quote.Application, es bool) string {
	raw, found := a.Get(path)
	if !found {
		return ""
	}
	text := strings.Trim(string(raw), `"`)
	key, _ := split(path, a, es)
	switch {
	case text == "true":
		return pick(es, "yes", "sí")
	case text == "false":
		return pick(es, "no", "no")
	case key == "coverages.bodily_injury" || key == "coverages.uninsured_motorist":
		person, accident, _ := strings.Cut(text, "/")
		return fmt.Sprintf("$%s,000 / $%s,000", person, accident)
	case key == "coverages.property_damage":
		return "$" + text + ",000"
	case strings.HasPrefix(key, "coverages.") || key == "vehicles.cost_new":
		return "$" + thousands(text)
	case key == "vehicles.annual_miles":
		return thousands(text)
	case strings.HasSuffix(key, "date_of_birth") || key == "effective_date" || key == "prior_insurance.expires":
		return longDate(quote.Date(text), es)
	case strings.HasSuffix(key, "license_number") && len(text) > 4:
		return "…" + text[len(text)-4:]
	}
	return text
}

// shown are the paths that a customer is told we have, in order; of lists, for
// each entry.
var shown = []string{
	"named_insured.given_name", "named_insured.surname", "garaging_address.street", "garaging_address.city",
	"garaging_address.state", "garaging_address.zip", "effective_date",
}

var (
	shownDriver  = []string{"given_name", "date_of_birth", "years_licensed"}
	shownVehicle = []string{"year", "make", "model", "use", "annual_miles"}
)

// Paths lists the values that a has, in the order in which people read them.
func Paths(a quote.Application) []string {
	var out []string
	add := func(path string) {
		if _, found := a.Get(path); found {
			out = append(out, path)
		}
	}
	for _, p := range shown {
		add(p)
	}
	for i := range a.Drivers {
		for _, p := range shownDriver {
			add(fmt.Sprintf("drivers[%d].%s", i, p))
		}
	}
	for i := range a.Vehicles {
		for _, p := range shownVehicle {
			add(fmt.Sprintf("vehicles[%d].%s", i, p))
		}
	}
	return out
}

// knownItems is what we have so far, as one line each for the person, the
// address, each driver and each vehicle.
func knownItems(a quote.Application, es bool) []templates.Item {
	var items []templates.Item
	add := func(english, spanish string, parts ...string) {
		parts = strings.FieldsFunc(strings.Join(parts, "\x00"), func(r rune) bool { return r == 0 })
		if len(parts) > 0 {
			items = append(items, templates.Item{Label: pick(es, english, spanish), Value: strings.Join(parts, ", ")})
		}
	}
	add("Name", "Nombre", strings.TrimSpace(a.NamedInsured.GivenName+" "+a.NamedInsured.Surname))
	add("Address", "Dirección", a.GaragingAddress.Street, a.GaragingAddress.City, strings.TrimSpace(a.GaragingAddress.State+" "+a.GaragingAddress.ZIP))
	for i, d := range a.Drivers {
		at := fmt.Sprintf("drivers[%d].", i)
		add("Driver", "Conductor", d.GivenName, prefixed(pick(es, "born ", "nacimiento: "), Value(at+"date_of_birth", a, es)), suffixed(Value(at+"years_licensed", a, es), pick(es, " years licensed", " años con licencia")))
	}
	for i, v := range a.Vehicles {
		at := fmt.Sprintf("vehicles[%d].", i)
		add("Car", "Auto", vehicleName(v), useName(v.Use, es), suffixed(Value(at+"annual_miles", a, es), pick(es, " miles a year", " millas al año")))
	}
	add("Start", "Inicio", Value("effective_date", a, es))
	return items
}

func useName(u quote.Use, es bool) string {
	if !es {
		return string(u)
	}
	return map[quote.Use]string{quote.Commute: "para ir al trabajo", quote.Pleasure: "particular", quote.Business: "negocio"}[u]
}

func prefixed(p, s string) string {
	if s == "" {
		return ""
	}
	return p + s
}

func suffixed(s, suffix string) string {
	if s == "" {
		return ""
	}
	return s + suffix
}

// questions words what is to be asked.
type questions struct {
	app quote.Application
	pad Scratchpad
	es  bool
}

func (q questions) about(path string) templates.Question {
	key, whose := split(path, q.app, q.es)
	f, known := fields[key]
	if !known {
		return templates.Question{Text: pick(q.es, "Please tell us: ", "Por favor, díganos: ") + path}
	}
	return templates.Question{Text: sentence(pick(q.es, f.ask, f.pregunta), whose), Why: pick(q.es, f.why, f.porque)}
}

// notes says what contradicts itself or can't be right.
func (q questions) notes() []string {
	var out []string
	for _, c := range q.pad.Conflicts {
		values := strings.Join(plain(c.Values), pick(q.es, " and ", " y "))
		out = append(out, fmt.Sprintf(pick(q.es, "For %s we read %s. Which is right?", "Para %s leímos %s. ¿Cuál es correcto?"), lowerFirst(Label(c.Path, q.app, q.es)), values))
	}
	for _, p := range q.pad.Problems {
		out = append(out, fmt.Sprintf(pick(q.es, "Please check %s: %s.", "Por favor, revise %s (%s)."), lowerFirst(Label(p.Path, q.app, q.es)), p.Message))
	}
	return out
}

func plain(values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = strings.Trim(v, `"`)
	}
	return out
}

func lowerFirst(s string) string {
	if s == "" || strings.HasPrefix(s, "VIN") || strings.HasPrefix(s, "ZIP") {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
