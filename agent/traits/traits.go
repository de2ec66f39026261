// Package traits finds the threads of a customer who writes from another address. It compares
// digests of names, birth dates, VINs, license numbers and quote numbers.
package traits

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/text"
)

// The kinds of traits.
const (
	License = "license"
	VIN     = "vin"
	Person  = "person" // full name and birth date of a driver
	Name    = "name"   // full name of the insured
	Quote   = "quote"  // number of a quote
)

// maxQuotes limits the quote numbers of a thread.
const maxQuotes = 8

// Of returns the traits of an application, sorted.
func Of(a quote.Application) (all []string) {
	if name := fullName(a.NamedInsured.GivenName, a.NamedInsured.Surname); name != "" {
		all = append(all, trait(Name, name))
		if born := a.NamedInsured.DateOfBirth; born != "" {
			all = append(all, person(name, born))
		}
	}
	for _, d := range a.Drivers {
		if name := fullName(d.GivenName, d.Surname); name != "" && d.DateOfBirth != "" {
			all = append(all, person(name, d.DateOfBirth))
		}
		if d.LicenseNumber != "" {
			all = append(all, trait(License, d.LicenseState+" "+d.LicenseNumber))
		}
	}
	for _, v := range a.Vehicles {
		if v.VIN != "" {
			all = append(all, trait(VIN, v.VIN))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// OfQuote returns the trait of a quote number.
func OfQuote(id string) string { return trait(Quote, id) }

// WithQuote adds the number of a quote to the traits of an application, and keeps the latest
// quote numbers of the earlier traits.
func WithQuote(now, earlier []string, id string) []string {
	isOther := func(t string) bool { return kind(t) != Quote || t == OfQuote(id) }
	quotes := slices.DeleteFunc(slices.Clone(earlier), isOther)
	if id != "" {
		quotes = append(quotes, OfQuote(id))
	}
	return append(now, quotes[max(0, len(quotes)-maxQuotes):]...)
}

// Shared returns the kinds of equal traits, the most certain kind first. Equal names of people
// with different birth dates share nothing.
func Shared(a, b []string) (kinds []string) {
	for _, k := range []string{License, VIN, Person} {
		if slices.ContainsFunc(a, func(t string) bool {
			return kind(t) == k && slices.Contains(b, t)
		}) {
			kinds = append(kinds, k)
		}
	}
	if len(kinds) == 0 && slices.ContainsFunc(a, func(t string) bool {
		return kind(t) == Name && slices.Contains(b, t) && !(isBorn(a, t) && isBorn(b, t))
	}) {
		kinds = []string{Name}
	}
	return kinds
}

// isBorn reports whether the traits have the birth date of a name.
func isBorn(traits []string, name string) bool {
	prefix := Person + strings.TrimPrefix(name, Name)
	return slices.ContainsFunc(traits, func(t string) bool { return strings.HasPrefix(t, prefix) })
}

func fullName(given, surname string) string {
	if given == "" || surname == "" {
		return ""
	}
	return strings.Join(strings.Fields(given+" "+surname), " ")
}

// person is the trait of a name with a birth date. The digest of the name is a prefix.
func person(name string, born quote.Date) string {
	return Person + strings.TrimPrefix(trait(Name, name), Name) + digest(string(born))
}

func trait(kind, value string) string { return kind + ":" + digest(value) }

func kind(trait string) string {
	k, _, _ := strings.Cut(trait, ":")
	return k
}

// digest is short, because the head of a thread is read often.
func digest(value string) string {
	const bytes = 10
	sum := sha256.Sum256([]byte(text.Fold(value)))
	return hex.EncodeToString(sum[:bytes])
}
