package setup

import (
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ppamaild/quote"
)

func address(text string) (string, error) {
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text {
		return "", fmt.Errorf("%q is no plain address, such as lee@agency.test", text)
	}
	return strings.ToLower(text), nil
}

func server(kind string) func(string) (string, error) {
	return func(text string) (string, error) {
		s, err := parseServer(kind, text)
		return s.url(kind), err
	}
}

// plain refuses text that a string of the file can't hold.
func plain(text string) (string, error) {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return "", errors.New("the answer contains a control character")
	}
	return text, nil
}

// segment refuses text that changes the other parts of a URL.
func segment(text string) (string, error) {
	if strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
		return "", fmt.Errorf("%q is no tenant, such as contoso.onmicrosoft.com", text)
	}
	return text, nil
}

// staff reads the addresses of staff. Staff can't have the address of a mailbox.
func (a *Answers) staff(text string) (string, error) {
	list := words(text)
	for i, word := range list {
		checked, err := address(word)
		switch {
		case err != nil:
			return "", err
		case checked == a.Address || checked == a.AgencyAddress:
			return "", fmt.Errorf("%s is the address of a mailbox", checked)
		case slices.Contains(list[:i], checked):
			return "", fmt.Errorf("%s is given twice", checked)
		}
		list[i] = checked
	}
	return strings.Join(list, ", "), nil
}

func states(text string) (string, error) {
	list := words(strings.ToUpper(text))
	for i, state := range list {
		if !quote.IsState(state) {
			return "", fmt.Errorf("%q is no state; a state has two letters, such as OR", state)
		}
		if slices.Contains(list[:i], state) {
			return "", fmt.Errorf("%s is given twice", state)
		}
	}
	return strings.Join(list, ", "), nil
}

func zone(text string) (string, error) {
	if _, err := time.LoadLocation(text); err != nil || text == "Local" {
		return "", fmt.Errorf("%q is no time zone, such as America/Los_Angeles", text)
	}
	return text, nil
}

func mode(text string) (string, error) {
	if text != "observe" && text != "live" {
		return "", fmt.Errorf("%q is no mode; the modes are observe and live", text)
	}
	return text, nil
}

// localZone returns the name of this machine's time zone, or "". UTC is the zone of machines
// without a zone, and no agency's.
func localZone() string {
	name := time.Local.String()
	if name == "Local" {
		name = linkedZone("/etc/localtime")
	}
	if !strings.Contains(name, "/") || strings.HasPrefix(name, "Etc/") {
		return ""
	}
	if _, err := zone(name); err != nil {
		return ""
	}
	return name
}

// words splits text at commas and blanks.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}
