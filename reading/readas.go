package reading

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/quote"
)

// readAs reads a mail as if who writes it were the insured, and puts what it states where it belongs.
func readAs(in Input, own string, w otherWriter) Reading {
	reading := newReader(w.input(in)).read(own)
	reading.Facts, reading.Conflicts = w.facts(in, reading.Facts), w.conflicts(reading.Conflicts)
	if w.entry == len(in.Known.Drivers) {
		reading.Facts = w.bringIn(in, reading.Facts)
	}
	return reading
}

// input is the mail as it would be if w were the insured.
func (w otherWriter) input(in Input) Input {
	known := in.Known
	known.Drivers = slices.Clone(known.Drivers)
	if w.entry == len(known.Drivers) {
		known.Drivers = append(known.Drivers, quote.Driver{GivenName: w.name.given, Surname: w.name.surname})
	}
	for k := range known.Drivers {
		known.Drivers[k].Relationship = w.seenBy(known.Drivers[k].Relationship)
	}
	d := known.Drivers
	d[0], d[w.entry] = d[w.entry], d[0]
	d[0].Relationship, d[w.entry].Relationship = quote.Insured, w.inverse()
	known.NamedInsured.GivenName, known.NamedInsured.Surname, known.NamedInsured.DateOfBirth = d[0].GivenName, d[0].Surname, d[0].DateOfBirth
	known.Vehicles = slices.Clone(known.Vehicles)
	for k := range known.Vehicles {
		if v := &known.Vehicles[k]; v.Driver != nil {
			driver := w.swap(*v.Driver)
			v.Driver = &driver
		}
	}
	asked := make([]string, len(in.Asked))
	for k, path := range in.Asked {
		if own, is := strings.CutPrefix(path, "named_insured."); is && slices.Contains(personal, own) {
			path = "drivers[0]." + own
		}
		asked[k] = w.path(path)
	}
	in.Known, in.Asked, in.Began = known, asked, ""
	if from := displayName(in.FromName); fold(from.given) != fold(d[0].GivenName) {
		in.FromName, in.FromAddress = strings.TrimSpace(d[0].GivenName+" "+d[0].Surname), ""
	}
	return in
}

// inverse is what the insured is to w.
func (w otherWriter) inverse() quote.Relationship {
	switch w.relation {
	case quote.Spouse:
		return quote.Spouse
	case quote.Child:
		return quote.Parent
	case quote.Parent:
		return quote.Child
	}
	return quote.Other
}

// seenBy is what somebody is to w who is so related to the insured; or to the insured, who is so related to w.
func (w otherWriter) seenBy(relation quote.Relationship) quote.Relationship {
	switch {
	case w.relation == quote.Spouse && relation == quote.Child:
		return quote.Child
	case w.relation == quote.Child && relation == quote.Spouse:
		return quote.Parent
	case relation == "":
		return ""
	}
	return quote.Other
}

// swap puts w and the insured at each other's place among the drivers.
func (w otherWriter) swap(entry int) int {
	switch entry {
	case 0:
		return w.entry
	case w.entry:
		return 0
	}
	return entry
}

// path is the path of the other one where it is of w or of the insured.
func (w otherWriter) path(path string) string {
	if k := driverOf(path); k >= 0 {
		_, field, _ := strings.Cut(path, "]")
		return fmt.Sprintf("drivers[%d]%s", w.swap(k), field)
	}
	return path
}

// driverOf returns the entry of drivers that a path is of, or -1.
func driverOf(path string) int {
	rest, is := strings.CutPrefix(path, "drivers[")
	index, _, cut := strings.Cut(rest, "]")
	if !is || !cut {
		return -1
	}
	return atoi(index)
}

// isLeftOut reports whether a path is of what the application has of the insured only, or of how w and the
// insured are related, which is known.
func (w otherWriter) isLeftOut(path string) bool {
	return strings.HasPrefix(path, "named_insured.") || path == "drivers[0].relationship" || path == fmt.Sprintf("drivers[%d].relationship", w.entry)
}

// facts puts facts that were read of w as the insured where they belong.
func (w otherWriter) facts(in Input, facts []quote.Fact) []quote.Fact {
	var insured, drivers, rest []quote.Fact
	for _, f := range facts {
		if w.isLeftOut(f.Path) {
			continue
		}
		if f.Path = w.path(f.Path); driverOf(f.Path) < 0 {
			rest = append(rest, w.withDriver(f))
			continue
		}
		if own, is := strings.CutPrefix(f.Path, "drivers[0]."); is && slices.Contains(personal, own) {
			of := f
			of.Path = "named_insured." + own
			insured = append(insured, of)
		}
		if strings.HasSuffix(f.Path, ".relationship") {
			f.Value = fmt.Appendf(nil, "%q", w.seenBy(quote.Relationship(strings.Trim(string(f.Value), `"`))))
		}
		drivers = append(drivers, f)
	}
	slices.SortStableFunc(drivers, func(a, b quote.Fact) int { return rank(a.Path) - rank(b.Path) })
	return slices.Concat(insured, drivers, rest)
}

// withDriver changes who drives a vehicle, which is told by an entry of drivers.
func (w otherWriter) withDriver(f quote.Fact) quote.Fact {
	if k, err := strconv.Atoi(string(f.Value)); err == nil && strings.HasPrefix(f.Path, "vehicles[") && strings.HasSuffix(f.Path, ".driver") {
		f.Value = strconv.AppendInt(nil, int64(w.swap(k)), 10)
	}
	return f
}

func (w otherWriter) conflicts(conflicts []Conflict) []Conflict {
	var all []Conflict
	for _, c := range conflicts {
		if !w.isLeftOut(c.Path) {
			c.Path = w.path(c.Path)
			all = append(all, c)
		}
	}
	return all
}

// bringIn says who w is, who is no driver yet, where the mail tells of them what is told of drivers; else it leaves
// them out.
func (w otherWriter) bringIn(in Input, facts []quote.Fact) []quote.Fact {
	of := fmt.Sprintf("drivers[%d].", w.entry)
	drives := slices.ContainsFunc(facts, func(f quote.Fact) bool { return f.Path == of+"date_of_birth" || f.Path == of+"years_licensed" })
	if !drives {
		return slices.DeleteFunc(facts, func(f quote.Fact) bool { return driverOf(f.Path) >= w.entry })
	}
	at := slices.IndexFunc(facts, func(f quote.Fact) bool { return driverOf(f.Path) >= w.entry })
	told := []quote.Fact{{Path: of + "relationship", Value: fmt.Appendf(nil, "%q", w.relation), Message: in.Message, Words: w.words, Standing: quote.Stated}}
	for _, part := range []struct{ field, value, words string }{{"surname", w.name.surname, w.name.surnameRaw}, {"given_name", w.name.given, w.name.givenRaw}} {
		if part.value != "" && !slices.ContainsFunc(facts, func(f quote.Fact) bool { return f.Path == of+part.field }) {
			told = slices.Insert(told, 0, quote.Fact{Path: of + part.field, Value: fmt.Appendf(nil, "%q", part.value), Message: in.Message, Words: part.words, Standing: quote.Stated})
		}
	}
	return slices.Insert(facts, at, told...)
}
