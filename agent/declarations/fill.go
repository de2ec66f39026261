package declarations

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
)

// Source is a mail with declarations pages, and the case that the pages complete.
type Source struct {
	Mail  agent.Mail
	Known quote.Case             // with the facts of the mail
	Asked func(path string) bool // the mail states the value, or contradicts itself
	Words letters.Words
}

// HasPages reports whether a mail has text that may be a declarations page.
func HasPages(m agent.Mail) bool { return len(m.Documents) > 0 || m.Forwarded != "" }

// Fill returns the values that the declarations pages of a mail add, and notes for staff. The pages
// are the attached files and, if the author says that all is the same, the forwarded text. A value
// in the mail takes precedence. Staff accept the values before the values count.
func Fill(s Source) (facts []quote.Fact, notes []string) {
	p := pages{words: s.Words, mail: s.Mail, known: s.Known, asked: s.Asked,
		same: SaysSame(s.Mail.Text) != ""}
	for _, d := range s.Mail.Documents {
		p.read(d.Text, d.Name)
		if _, is := Read(d.Text, s.Mail.Date); !is && p.same {
			p.note("quoting.file_not_read", d.Name)
		}
	}
	if p.same && s.Mail.Forwarded != "" {
		p.read(s.Mail.Forwarded, quote.FromForwarded)
	} else if _, is := Read(s.Mail.Forwarded, s.Mail.Date); (is || forwardsCase(s.Mail)) &&
		!usesForwarded(s) {
		p.note("quoting.page_not_read")
	}
	return p.facts, p.notes
}

// forwardsCase reports whether a forwarded mail describes a car, and the mail itself does not.
func forwardsCase(m agent.Mail) bool {
	hasCar := func(text string) bool {
		r := reading.Read(reading.Input{Text: text, Date: m.Date})
		return slices.ContainsFunc(r.Facts,
			func(f quote.Fact) bool { return strings.HasSuffix(f.Path, "].model") })
	}
	return m.IsForward && hasCar(m.Forwarded) && !hasCar(m.Text)
}

// usesForwarded reports whether the car of the case comes from the forwarded text.
func usesForwarded(s Source) bool {
	for path, f := range s.Known.Facts {
		if strings.HasPrefix(path, "vehicles[") && f.Words != "" &&
			strings.Contains(s.Mail.Forwarded, f.Words) && !strings.Contains(s.Mail.Text, f.Words) {
			return true
		}
	}
	return false
}

// pages collects the values and the notes.
type pages struct {
	words letters.Words
	mail  agent.Mail
	known quote.Case
	asked func(path string) bool
	same  bool // the author wants the same as now

	facts []quote.Fact
	notes []string
}

var (
	sayingSame = lazyregexp.MustCompile(`(?i)\bsame (everything|coverages?|cover|limits?|cars?|` +
		`vehicles?|policy|info|information|details|as)\b|\b(everything|all)( \w+){0,3} same\b|` +
		`\b(quote|want|need|match|keep)( \w+){0,2} the same( thing)?,?( please| thanks)?\W*$|` +
		`\btodo( sigue)? igual\b|\blo mismo\b|\bmisma (cobertura|póliza)\b`)
	denyingSame = lazyregexp.MustCompile(`(?i)\b(not|never|no longer|no es|ya no)\b|n['’]t\b`)
)

var sentence = lazyregexp.MustCompile(`[^.!?;\n]+[.!?;]*`)

// SaysSame returns the sentence that says that all is the same, and does not deny this; or "".
func SaysSame(text string) string {
	for _, s := range sentence.FindAllString(text, -1) {
		if sayingSame.MatchString(s) && !denyingSame.MatchString(s) {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

// AsksForSame reports whether a mail asks for the same as on its declarations page.
func AsksForSame(m agent.Mail) bool {
	if SaysSame(m.Text) == "" {
		return false
	}
	_, is := Read(m.Forwarded, m.Date)
	return is || slices.ContainsFunc(m.Documents, func(d agent.Document) bool {
		_, is := Read(d.Text, m.Date)
		return is
	})
}

// read adds the values of a page, if the page is about the customer.
func (p *pages) read(text, from string) {
	page, is := Read(text, p.mail.Date)
	if !is {
		return
	}
	name := letters.FileName(from, p.words)
	a := p.known.Application
	insured := strings.TrimSpace(a.NamedInsured.GivenName + " " + a.NamedInsured.Surname)
	if !page.Names(insured) && !page.Names(p.mail.FromName) {
		who := cmp.Or(insured, p.mail.FromName, p.words.Say("letters.customer"))
		p.note("quoting.page_of_other", name, reading.Mask(page.Holder), who)
		return
	}
	before := len(p.facts)
	p.add("prior_insurance.carrier", page.Carrier, from)
	p.add("prior_insurance.expires", page.Expires, from)
	for _, limit := range []string{"bodily_injury", "property_damage"} {
		if !p.same {
			p.add("prior_insurance."+limit, page.Limits[limit], from)
		}
	}
	for _, limit := range slices.Sorted(maps.Keys(page.Limits)) {
		if p.same {
			p.add("coverages."+limit, page.Limits[limit], from)
		}
	}
	p.addCars(page.Cars, from, name)
	if used := p.facts[before:]; len(used) > 0 {
		p.note("quoting.from_page", name, p.labels(used))
	}
}

func (p *pages) note(phrase string, args ...string) {
	p.notes = append(p.notes, p.words.Say(phrase, args...))
}

// labels names facts: "insurer; the 2019 Honda Civic".
func (p *pages) labels(facts []quote.Fact) string {
	used := quote.Case{Application: p.known.Application, Facts: map[string]quote.Fact{}}
	for _, f := range facts {
		used.Facts[f.Path] = f
	}
	var said []string
	for _, item := range letters.FromFiles(used, letters.English()) {
		said = append(said, item.Value)
	}
	return strings.Join(said, "; ")
}

// add adds a value that the mail and the case lack.
func (p *pages) add(path string, v Value, from string) {
	if v.JSON == "" || p.asked(path) {
		return
	}
	if f := p.known.Facts[path]; p.known.Application.Has(path) && f.Standing != quote.Assumed {
		return
	}
	f := quote.Fact{Path: path, Value: json.RawMessage(v.JSON), Message: p.mail.ID,
		Words: v.Line, Standing: quote.Stated, From: from}
	if p.known.Apply(f) == nil {
		p.facts = append(p.facts, f)
	}
}

// addCars adds the cars of a page if the case names none. Otherwise the page completes the cars of
// the case, and a note names the others.
func (p *pages) addCars(cars []Car, from, name string) {
	unnamed := p.unnamed(len(cars))
	for n, car := range cars {
		at := n
		if !unnamed {
			at = p.carLike(car)
		}
		if at < 0 {
			p.note("quoting.page_other_car", name, car.Name())
			continue
		}
		path := fmt.Sprintf("vehicles[%d].", at)
		for _, v := range []struct{ field, value string }{
			{"year", strconv.Itoa(car.Year)}, {"make", strconv.Quote(car.Make)},
			{"model", strconv.Quote(car.Model)}, {"vin", strconv.Quote(car.VIN)},
		} {
			if v.value != `""` {
				p.add(path+v.field, Value{JSON: v.value, Line: car.Line}, from)
			}
		}
	}
}

// newCar matches words about a car that a page of the current policy does not have.
var newCar = lazyregexp.MustCompile(`(?i)\b(new|another|second|different|nuev[oa]|otr[oa]) ` +
	`(car|vehicle|auto|truck|suv|van|carro|coche|camioneta)\b`)

// unnamed reports whether a page with some cars may name the cars of the case: the case has none,
// or the page has one car and the case one without a name, as in "I drive to work".
func (p *pages) unnamed(cars int) bool {
	known := p.known.Application.Vehicles
	return !newCar.MatchString(p.mail.Text) && (len(known) == 0 || cars == 1 && len(known) == 1 &&
		known[0].Year == nil && known[0].Make == "" && known[0].Model == "" && known[0].VIN == "")
}

// carLike returns the index of the car in the case that a car of a page describes, or -1.
func (p *pages) carLike(car Car) int {
	found := -1
	for i, v := range p.known.Application.Vehicles {
		if v.VIN != "" && v.VIN == car.VIN {
			return i
		}
		same := (v.Year == nil || *v.Year == car.Year) && v.Model != "" &&
			strings.EqualFold(v.Model, car.Model) && (v.VIN == "" || car.VIN == "")
		if same && found >= 0 {
			return -1 // either car may be meant
		}
		if same {
			found = i
		}
	}
	return found
}
