package quote

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// closed is a type with a closed set of values.
type closed interface{ allowed() []string }

func (Relationship) allowed() []string { return spell(Insured, Spouse, Child, Parent, Other) }
func (Use) allowed() []string          { return spell(Pleasure, Commute, Business) }
func (Ownership) allowed() []string    { return spell(Owned, Financed, Leased) }
func (Discount) allowed() []string     { return spell(AllDiscounts()...) }

// AllDiscounts returns the discounts in the order of the contract.
func AllDiscounts() []Discount {
	return []Discount{MultiCar, MultiPolicy, GoodStudent, GoodDriver, MatureDriver,
		DefensiveDriving, DriverTraining, AntiTheft, Telematics, PaidInFull, EFT,
		Paperless, Affinity, Military}
}

func spell[T ~string](words ...T) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return out
}

// decode decodes raw strictly as a value of type t. It converts no other type, and refuses
// values outside a closed set. Validate checks ranges.
func decode(t reflect.Type, raw json.RawMessage) (reflect.Value, error) {
	if !isValue(t) {
		return reflect.Value{}, fmt.Errorf("set its values one by one: %s", strings.Join(fieldNames(t), ", "))
	}
	v := reflect.New(t)
	if err := json.Unmarshal(raw, v.Interface()); err != nil {
		return reflect.Value{}, fmt.Errorf("must be %s", describe(t))
	}
	return v.Elem(), check(v.Elem())
}

// check refuses an empty text, an invalid day, and a word outside a closed set.
func check(v reflect.Value) error {
	if v.Kind() == reflect.Slice {
		for i := range v.Len() {
			if err := check(v.Index(i)); err != nil {
				return err
			}
		}
		return nil
	}
	switch x := v.Interface().(type) {
	case closed:
		if !slices.Contains(x.allowed(), v.String()) {
			return fmt.Errorf("%q is not allowed; one of %s is", v.String(), strings.Join(x.allowed(), ", "))
		}
	case Date:
		if _, ok := x.Time(); !ok {
			return fmt.Errorf("%q is not a day of the form 2006-01-02", v.String())
		}
	case string:
		if strings.TrimSpace(x) == "" {
			return errors.New("must not be empty")
		}
	}
	return nil
}

// describe describes the JSON of type t.
func describe(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Slice:
		return "a list of words"
	case t == reflect.TypeFor[*int]():
		return "a whole number"
	case t == reflect.TypeFor[*bool]():
		return "true or false"
	default:
		return "a string"
	}
}
