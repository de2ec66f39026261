package letters

// field has the label and the question for a value of the application, in English and
// Spanish. %s is the driver or vehicle that the value belongs to.
type field struct {
	label, etiqueta string
	ask, pregunta   string
	why, porque     string // the reason for the question; never empty if rating needs the value
	fault           fault
}

// fault is a clause about an impossible value, in English and Spanish.
type fault struct{ wrong, malo string }

var (
	notADate   = fault{"that date is not possible", "esa fecha no es posible"}
	notANumber = fault{"that number is not possible", "ese número no es posible"}
	notSold    = fault{"that is not offered, or is below what the state requires", "eso no se ofrece o no llega al mínimo del estado"}
	notAState  = fault{"that is not a state", "no es un estado"}
	notUsable  = fault{"we can't use it like that", "así no lo podemos usar"}
)

// fields are keyed by path, without the index.
var fields = map[string]field{
	"named_insured.given_name":    {"First name", "Nombre", "What is your first name?", "¿Cuál es su nombre?", "a quote is made out to a person", "una cotización va a nombre de una persona", notUsable},
	"named_insured.surname":       {"Last name", "Apellido", "What is your last name?", "¿Cuál es su apellido?", "a quote is made out to a person", "una cotización va a nombre de una persona", notUsable},
	"named_insured.date_of_birth": {"Date of birth", "Fecha de nacimiento", "What is your date of birth?", "¿Cuál es su fecha de nacimiento?", "the price depends on driving experience", "el precio depende de la experiencia al volante", notADate},
	"named_insured.phone":         {"Phone", "Teléfono", "What phone number can we reach you at?", "¿A qué teléfono podemos llamarle?", "", "", notUsable},
	"named_insured.email":         {"Email", "Correo electrónico", "Which email address should we use?", "¿Qué correo electrónico usamos?", "", "", notUsable},

	"garaging_address.street": {"Street", "Calle y número", "At which street address is the car kept overnight?", "¿En qué calle y número se guarda el auto por la noche?",
		"where a car is kept is part of its price", "el lugar donde se guarda el auto es parte del precio", fault{"a PO box is not where a car is kept", "un apartado postal no sirve"}},
	"garaging_address.city":  {"City", "Ciudad", "In which city is that?", "¿En qué ciudad queda?", "where a car is kept is part of its price", "el lugar donde se guarda el auto es parte del precio", notUsable},
	"garaging_address.state": {"State", "Estado", "In which state is the car kept?", "¿En qué estado se guarda el auto?", "each state has rules of its own", "cada estado tiene sus propias reglas", notAState},
	"garaging_address.zip":   {"ZIP code", "Código postal", "What is the ZIP code there?", "¿Cuál es el código postal de ese lugar?", "where a car is kept is part of its price", "el lugar donde se guarda el auto es parte del precio", fault{"it does not lie in that state", "no corresponde a ese estado"}},

	"effective_date":                  {"Start date", "Fecha de inicio", "When should the coverage start?", "¿Cuándo quiere que comience la cobertura?", "a price is that of the day on which the coverage starts", "el precio es el del día en que comienza la cobertura", fault{"coverage can start from today to 60 days ahead", "la cobertura puede comenzar desde hoy hasta dentro de 60 días"}},
	"prior_insurance.carrier":         {"Current insurer", "Aseguradora actual", "Which company insures you now?", "¿Qué compañía le asegura ahora?", "", "", notUsable},
	"prior_insurance.expires":         {"Current policy ends", "Fin de la póliza actual", "When does your current policy end?", "¿Cuándo termina su póliza actual?", "", "", notADate},
	"prior_insurance.bodily_injury":   {"Bodily injury limits now", "Límites de lesiones corporales actuales", "Which bodily injury limits do you have now?", "¿Qué límites de lesiones corporales tiene ahora?", "", "", notUsable},
	"prior_insurance.property_damage": {"Property damage limit now", "Límite de daños a la propiedad actual", "Which property damage limit do you have now?", "¿Qué límite de daños a la propiedad tiene ahora?", "", "", notUsable},
	"discounts":                       {"Discounts", "Descuentos", "Which discounts do you think you have?", "¿Qué descuentos cree que le corresponden?", "", "", notUsable},

	"drivers.given_name": {"First name of %s", "Nombre de %s", "What is the first name of %s?", "¿Cuál es el nombre de %s?", "everyone who drives the car is on the policy", "la póliza nombra a todos los que manejan el auto", notUsable},
	"drivers.surname":    {"Last name of %s", "Apellido de %s", "What is the last name of %s?", "¿Cuál es el apellido de %s?", "everyone who drives the car is on the policy", "la póliza nombra a todos los que manejan el auto", notUsable},
	"drivers.date_of_birth": {"Date of birth of %s", "Fecha de nacimiento de %s", "What is the date of birth of %s?", "¿Cuál es la fecha de nacimiento de %s?",
		"the price depends on driving experience", "el precio depende de la experiencia al volante", notADate},
	"drivers.relationship":   {"Relationship of %s", "Parentesco de %s", "How is %s related to you?", "¿Qué parentesco tiene %s con usted?", "", "", notUsable},
	"drivers.license_number": {"License number of %s", "Número de licencia de %s", "What is the driver's license number of %s?", "¿Cuál es el número de licencia de %s?", "", "", notUsable},
	"drivers.license_state":  {"License state of %s", "Estado de la licencia de %s", "Which state issued the license of %s?", "¿Qué estado emitió la licencia de %s?", "", "", notAState},
	"drivers.years_licensed": {"Years licensed, %s", "Años con licencia, %s", "For how many years has %s been licensed to drive?", "¿Cuántos años hace que %s tiene licencia de manejo?",
		"experience counts in the price", "la experiencia cuenta en el precio", fault{"that does not fit the age", "no concuerda con la edad"}},
	"drivers.accidents":  {"Accidents in 3 years, %s", "Accidentes en 3 años, %s", "How many at-fault accidents has %s had in the last 3 years?", "¿Cuántos accidentes por su culpa ha tenido %s en los últimos 3 años?", "", "", notANumber},
	"drivers.violations": {"Tickets in 3 years, %s", "Multas en 3 años, %s", "How many traffic tickets has %s had in the last 3 years?", "¿Cuántas multas de tránsito ha tenido %s en los últimos 3 años?", "", "", notANumber},

	"vehicles.year":     {"Year of %s", "Año de %s", "What year is %s?", "¿De qué año es %s?", "what a car costs to repair is part of its price", "lo que cuesta reparar un auto es parte del precio", fault{"that is no model year", "no es un año de modelo"}},
	"vehicles.make":     {"Make of %s", "Marca de %s", "What make is %s?", "¿De qué marca es %s?", "what a car costs to repair is part of its price", "lo que cuesta reparar un auto es parte del precio", notUsable},
	"vehicles.model":    {"Model of %s", "Modelo de %s", "What model is %s?", "¿Qué modelo es %s?", "what a car costs to repair is part of its price", "lo que cuesta reparar un auto es parte del precio", notUsable},
	"vehicles.trim":     {"Trim of %s", "Versión de %s", "Which trim is %s?", "¿Qué versión es %s?", "", "", notUsable},
	"vehicles.cost_new": {"Price when new of %s", "Precio de nuevo de %s", "What did %s cost when it was new?", "¿Cuánto costó %s de nuevo?", "", "", notANumber},
	"vehicles.vin": {"VIN of %s", "VIN de %s", "What is the VIN of %s? It has 17 characters and stands on the registration.", "¿Cuál es el VIN de %s? Tiene 17 caracteres y está en el registro del auto.",
		"it tells exactly which car it is", "dice exactamente qué auto es", fault{"it does not look like a complete and correct VIN", "no parece un VIN completo y correcto"}},
	"vehicles.use": {"Use of %s", "Uso de %s", "What is %s used for: getting to work, pleasure only, or business?", "¿Para qué se usa %s: para ir al trabajo, solo para uso personal o para un negocio?",
		"a daily commute is rated differently from weekend use", "ir al trabajo a diario no cuesta lo mismo que el uso de fin de semana", notUsable},
	"vehicles.annual_miles": {"Miles a year, %s", "Millas al año, %s", "About how many miles a year is %s driven?", "¿Cuántas millas al año se maneja %s, más o menos?",
		"fewer miles cost less", "menos millas cuestan menos", notANumber},
	"vehicles.commute_miles_one_way": {"Miles to work, %s", "Millas al trabajo, %s", "How many miles one way is the drive to work in %s?", "¿Cuántas millas hay hasta el trabajo, solo de ida, con %s?", "", "", notANumber},
	"vehicles.ownership":             {"Ownership of %s", "Propiedad de %s", "Is %s owned outright, financed or leased?", "¿Está ya pagado, financiado o en arrendamiento (leasing) %s?", "", "", notUsable},

	"vehicles.driver": {"Driver of %s", "Conductor de %s", "Who mostly drives %s? If that is somebody else, please give their name, date of birth and years licensed.",
		"¿Quién maneja más %s? Si es otra persona, díganos su nombre, su fecha de nacimiento y sus años con licencia.",
		"everyone who drives a car is on the policy", "la póliza nombra a todos los que manejan un auto", notUsable},
	"vehicles.coverages.comprehensive_deductible": {"Comprehensive deductible of %s", "Deducible de cobertura amplia de %s", "Which comprehensive deductible would you like for %s?", "¿Qué deducible de cobertura amplia desea para %s?", "", "", notSold},
	"vehicles.coverages.collision_deductible":     {"Collision deductible of %s", "Deducible de colisión de %s", "Which collision deductible would you like for %s?", "¿Qué deducible de colisión desea para %s?", "", "", notSold},
	"vehicles.coverages.rental":                   {"Rental car for %s", "Auto de alquiler para %s", "Would you like rental car coverage for %s?", "¿Desea cobertura de auto de alquiler para %s?", "", "", notUsable},
	"vehicles.coverages.towing":                   {"Towing of %s", "Grúa para %s", "Would you like towing coverage for %s?", "¿Desea cobertura de grúa para %s?", "", "", notUsable},

	"coverages.bodily_injury":              {"Bodily injury liability", "Lesiones corporales a otros", "Which bodily injury limits would you like?", "¿Qué límites de lesiones corporales a otros desea?", "", "", notSold},
	"coverages.property_damage":            {"Property damage liability", "Daños a la propiedad ajena", "Which property damage limit would you like?", "¿Qué límite de daños a la propiedad ajena desea?", "", "", notSold},
	"coverages.uninsured_motorist":         {"Uninsured motorist", "Conductor sin seguro", "Which uninsured motorist limits would you like?", "¿Qué límites de conductor sin seguro desea?", "", "", notSold},
	"coverages.medical_payments":           {"Medical payments", "Gastos médicos", "Which medical payments limit would you like?", "¿Qué límite de gastos médicos desea?", "", "", notSold},
	"coverages.personal_injury_protection": {"Personal injury protection", "Lesiones personales (PIP)", "Which personal injury protection limit would you like?", "¿Qué límite de lesiones personales (PIP) desea?", "", "", notSold},
	"coverages.comprehensive_deductible":   {"Comprehensive deductible", "Deducible de cobertura amplia", "Which comprehensive deductible would you like?", "¿Qué deducible de cobertura amplia desea?", "", "", notSold},
	"coverages.collision_deductible":       {"Collision deductible", "Deducible de colisión", "Which collision deductible would you like?", "¿Qué deducible de colisión desea?", "", "", notSold},
	"coverages.rental":                     {"Rental car", "Auto de alquiler", "Would you like rental car coverage?", "¿Desea cobertura de auto de alquiler?", "", "", notUsable},
	"coverages.towing":                     {"Towing", "Grúa", "Would you like towing coverage?", "¿Desea cobertura de grúa?", "", "", notUsable},
}

// ownQuestions are the questions about drivers[0] if the customer is that driver, in
// English and Spanish.
var ownQuestions = map[string][2]string{
	"drivers.given_name":     {"What is your first name?", "¿Cuál es su nombre?"},
	"drivers.surname":        {"What is your last name?", "¿Cuál es su apellido?"},
	"drivers.date_of_birth":  {"What is your date of birth?", "¿Cuál es su fecha de nacimiento?"},
	"drivers.license_number": {"What is your driver's license number?", "¿Cuál es el número de su licencia de manejo?"},
	"drivers.license_state":  {"Which state issued your license?", "¿Qué estado emitió su licencia?"},
	"drivers.years_licensed": {"For how many years have you been licensed to drive?", "¿Cuántos años hace que tiene licencia de manejo?"},
	"drivers.accidents":      {"How many at-fault accidents have you had in the last 3 years?", "¿Cuántos accidentes por su culpa ha tenido en los últimos 3 años?"},
	"drivers.violations":     {"How many traffic tickets have you had in the last 3 years?", "¿Cuántas multas de tránsito ha tenido en los últimos 3 años?"},
}

// spanishWords are the closed words of the application as a customer reads them.
var spanishWords = map[string]string{
	"insured": "quien pide el seguro", "spouse": "cónyuge", "child": "hijo o hija", "parent": "padre o madre", "other": "otra persona",
	"pleasure": "uso personal", "commute": "para ir al trabajo", "business": "para un negocio",
	"owned": "propio", "financed": "financiado", "leased": "en arrendamiento",
	"true": "sí", "false": "no",

	"multi_car": "Más de un vehículo", "multi_policy": "Más de una póliza", "good_student": "Buen estudiante",
	"good_driver": "Buen conductor", "mature_driver": "Curso para conductores mayores", "defensive_driving": "Curso de manejo defensivo",
	"driver_training": "Curso de manejo", "anti_theft": "Dispositivo antirrobo", "telematics": "Programa de telemática",
	"paid_in_full": "Pago completo", "eft": "Pago automático", "paperless": "Documentos electrónicos",
	"affinity": "Grupo o empleador", "military": "Servicio militar",
}

// englishWords replace closed words that read badly. Discounts have the same names as in
// the mails to customers.
var englishWords = map[string]string{
	"pleasure": "for pleasure", "commute": "driven to work", "business": "for business",
	"true": "yes", "false": "no",

	"multi_car": "More than one vehicle", "multi_policy": "More than one policy", "good_student": "Good student",
	"good_driver": "Good driver", "mature_driver": "Mature driver course", "defensive_driving": "Defensive driving course",
	"driver_training": "Driver training", "anti_theft": "Anti-theft device", "telematics": "Telematics enrollment",
	"paid_in_full": "Paid in full", "eft": "Automatic payment", "paperless": "Paperless documents",
	"affinity": "Group or employer", "military": "Military service",
}
