package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ppamaild/carrier"
	"ppamaild/lazyregexp"
)

// Amt is an amount of money. In JSON it is a string of dollars and cents.
type Amt carrier.Cents

var amount = lazyregexp.MustCompile(`^[0-9]{1,7}\.[0-9]{2}$`)

// MarshalJSON implements json.Marshaler.
func (a Amt) MarshalJSON() ([]byte, error) {
	if a < 0 {
		return nil, fmt.Errorf("an amount of %s is negative", carrier.Cents(a))
	}
	return fmt.Appendf(nil, `"%d.%02d"`, a/100, a%100), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (a *Amt) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil || !amount.MatchString(s) {
		return fmt.Errorf("%s is no amount of dollars and cents", data)
	}
	n, err := strconv.ParseInt(strings.Replace(s, ".", "", 1), 10, 64)
	*a = Amt(n)
	return err
}

// Decode decodes exactly one JSON value into v. It refuses unknown, repeated and missing
// members, null, control characters, text too long for a mail, and trailing data.
func Decode(data []byte, v any) error {
	if err := checkMembers(data, reflect.TypeOf(v)); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON value")
	}
	return nil
}

const (
	maxDepth = 16   // of nesting; the messages of the API reach eight
	maxText  = 1000 // bytes of a string; the strings of the API reach 320 characters
)

// checkMembers refuses what encoding/json accepts: repeated members, members in another
// case, null, and missing members.
func checkMembers(data []byte, t reflect.Type) error {
	d := json.NewDecoder(bytes.NewReader(data))
	return checkValue(d, t, 0)
}

func checkValue(d *json.Decoder, t reflect.Type, depth int) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	text, _ := token.(string)
	switch {
	case depth > maxDepth:
		return errors.New("it nests too deep")
	case len(text) > maxText || strings.ContainsFunc(text, unicode.IsControl):
		return errors.New("a text is too long, or holds control characters")
	case token == nil:
		return errors.New("null has no meaning in this API")
	case token == json.Delim('{'):
		err = checkObject(d, t, depth)
	case token == json.Delim('['):
		err = checkList(d, t, depth)
	}
	return err
}

func checkList(d *json.Decoder, t reflect.Type, depth int) error {
	var element reflect.Type
	if t != nil && t.Kind() == reflect.Slice && t != reflect.TypeFor[json.RawMessage]() {
		element = t.Elem()
	}
	for d.More() {
		if err := checkValue(d, element, depth+1); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

func checkObject(d *json.Decoder, t reflect.Type, depth int) error {
	known := members(t)
	seen := make(map[string]bool)
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		m, is := known[name]
		switch {
		case seen[name]:
			return fmt.Errorf("%q is there twice", name)
		case known != nil && !is:
			return fmt.Errorf("%q is not known", name)
		}
		seen[name] = true
		if err := checkValue(d, m.of, depth+1); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if known[name].needed && !seen[name] {
			return fmt.Errorf("%q is lacking", name)
		}
	}
	_, err := d.Token()
	return err
}

// member describes a member of a message.
type member struct {
	of     reflect.Type
	needed bool
}

// members returns the members of a message, or nil if t is not a message.
func members(t reflect.Type) map[string]member {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	all := make(map[string]member)
	for f := range t.Fields() {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			name = f.Name
		}
		all[name] = member{f.Type, option == ""}
	}
	return all
}
