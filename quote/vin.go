package quote

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"ppamaild/lazy"
)

// VIN is a checked vehicle identification number.
type VIN struct {
	Value    string // upper case, without blanks and hyphens
	Valid    bool   // 17 legal characters with the right check digit
	Proposal string // a correction (I for 1, O or Q for 0) with the right check digit; needs confirmation
	Year     int    // the model year; 0 if unknown
}

const vinLength = 17

// CheckVIN checks a VIN (49 CFR 565.15). The check digit misses mistakes within a class of its
// transliteration (such as S for 2). A VIN that fails the check may be right, because makers
// outside North America may not use the check digit.
func CheckVIN(s string) VIN {
	v := VIN{Value: strings.Map(tidyVIN, s)}
	if v.Valid = isVIN(v.Value); v.Valid {
		v.Year = vinYear(v.Value)
		return v
	}
	if repaired := repairVIN.Replace(v.Value); repaired != v.Value && isVIN(repaired) {
		v.Proposal = repaired
	}
	return v
}

// repairVIN replaces the three letters that no VIN contains.
var repairVIN = lazy.Replacing("I", "1", "O", "0", "Q", "0")

func tidyVIN(r rune) rune {
	switch {
	case r == ' ', r == '-', r == '\t', r == '\u00a0':
		return -1
	case r >= 'a' && r <= 'z':
		return r - 'a' + 'A'
	}
	return r
}

// isVIN reports whether s has 17 legal characters with the right check digit.
func isVIN(s string) bool {
	return len(s) == vinLength && illegalInVIN(s) < 0 && s[8] == checkDigit(s)
}

// illegalInVIN returns the index of the first character that no VIN has, or -1.
func illegalInVIN(s string) int {
	return strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune(vinCharacters, r) })
}

// Problem says why the VIN is not valid. For a valid VIN, Problem returns "".
func (v VIN) Problem(w Words) string {
	if v.Valid {
		return ""
	}
	if i := illegalInVIN(v.Value); i >= 0 {
		r, _ := utf8.DecodeRuneInString(v.Value[i:])
		return say(w, "value.vin_character", strconv.QuoteRune(r))
	}
	if len(v.Value) != vinLength {
		return say(w, "value.vin_length", len(v.Value), vinLength)
	}
	return say(w, "value.vin_check_digit", v.Value[8:9], string(checkDigit(v.Value)))
}

// vinCharacters with their values below them (49 CFR 565.15, table III).
const (
	vinCharacters = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ"
	vinValues     = "012345678912345678123457923456789"
)

// vinWeights, by position; the check digit itself does not count (table IV).
var vinWeights = [vinLength]int{8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2}

func checkDigit(s string) byte {
	sum := 0
	for i := range vinLength {
		sum += vinWeights[i] * int(vinValues[strings.IndexByte(vinCharacters, s[i])]-'0')
	}
	return "0123456789X"[sum%11]
}

// vinYears lists the codes of position 10 from 2010 on. They repeat after 30 years.
const vinYears = "ABCDEFGHJKLMNPRSTVWXY123456789"

// vinYear returns the model year. For cars and light trucks a digit in position 7 means a year
// before 2010 (49 CFR 565.15, table VII).
func vinYear(s string) int {
	i := strings.IndexByte(vinYears, s[9])
	switch {
	case i < 0:
		return 0
	case s[6] >= '0' && s[6] <= '9':
		return 1980 + i
	default:
		return 2010 + i
	}
}
