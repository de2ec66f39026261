package claims

import (
	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// Entity is the owner of a value: the application, a driver or a vehicle.
type Entity struct {
	Kind  byte // 'a' the application, 'd' a driver, 'v' a vehicle
	Index int  // into Sheet.People or Sheet.Vehicles
}

// Application is the entity of values that belong to no driver and no vehicle.
var Application = Entity{Kind: 'a'}

// Driver returns the entity of person k.
func Driver(k int) Entity { return Entity{'d', k} }

// Car returns the entity of vehicle k.
func Car(k int) Entity { return Entity{'v', k} }

// Claim is a value of an entity, as the mail states the value.
type Claim struct {
	Of       Entity
	Field    string
	Value    any
	Words    string
	At       int // the first token of Words; -1 for the From header
	Standing quote.Standing
	Fix      bool // a correction, which outweighs earlier values
}

// Person is a person in the mail. Sheet.People[0] is the writer.
type Person struct {
	Relation quote.Relationship
	Gender   byte // 'f', 'm', or 0
	Given    string
	Surname  string
	Age      int           // as the mail states; 0: unknown
	Known    int           // index into Known.Drivers, or -1
	Drives   bool          // the mail calls this person a driver
	Idle     bool          // the mail says that this person does not drive
	Outsider bool          // a neighbor, for example: no part of the application
	First    int           // the token of the first name or word for this person
	At       text.Span     // the last name or word for this person
	Asked    find.FullName // the name in the agency's question
}

// IsDriver reports whether p drives and belongs to the application.
func (p *Person) IsDriver() bool {
	return !p.Outsider && !p.Idle && (p.Known >= 0 || p.Drives || p.Relation == quote.Insured)
}

// MayBe reports whether kin and name can mean p. There is one spouse. A child or another relative
// with another name is another person.
func (p *Person) MayBe(kin find.Kin, name find.FullName) bool {
	same := p.Relation == kin.Relation && p.Outsider == kin.Outsider && (p.Gender == kin.Gender || p.Gender == 0 || kin.Gender == 0)
	if p.Given == "" || name.Given == "" {
		return same
	}
	if text.Fold(p.Given) == text.Fold(name.Given) {
		return same || p.Relation == ""
	}
	return same && kin.Relation == quote.Spouse
}

// MayBeOf reports whether p can have a gender; 0: any.
func (p *Person) MayBeOf(gender byte) bool {
	return gender == 0 || p.Gender == 0 || p.Gender == gender
}

// Vehicle is a car in the mail.
type Vehicle struct {
	Year        int
	Make, Model string
	Known       int  // index into Known.Vehicles, or -1
	Gone        bool // sold, owned by another person, or only supposed
	Out         bool // gone because the mail leaves the car out; a later choice may restore the car
	Removed     bool // the application must lose the car
	Owner       Owner
	At          text.Span    // the last words for the car
	Asked       find.Mention // the name in the agency's question
}

// Owner is the owner of a vehicle, as the mail says: "me", the gender of a relative, "f" or "m", a
// given name in lower case, or "".
type Owner string

// Inquiry is a question that the mail quotes.
type Inquiry struct {
	text.Span
	Numbered bool
	Last     int // the line in which the question ends; -1: within a line
	End      int // the last line of the reason for the question; Last without a reason
}

// Meaning is a guess at the person that staff mean by "she" or "he". To staff, "she" may be the
// customer; in the customer's own mail, the customer is "I".
type Meaning struct {
	Of   int  // index into People: the person for a pronoun without a name before
	Used bool // the text has such a pronoun
	Fits bool // the pronoun can mean the person
}

// Unclear has a customer's words for a field without a value. The agency asks again.
type Unclear string

// LearnersPermit is the value, alone in a Conflict, of the years licensed of a learner.
const LearnersPermit = "a learner's permit"

// MostEntries limits the people, and the vehicles, of one mail.
const MostEntries = 16

// Personal has the fields of named_insured that its driver has, too.
var Personal = []string{"given_name", "surname", "date_of_birth"}
