package quote

import (
	"fmt"
	"strings"
)

// VIN is a checked vehicle identification number.
type VIN struct {
	Value    string // upper case, without blanks and hyphens
	Valid    bool   // 17 legal characters with the right check digit
	Proposal string // a correction (I for 1, O or Q for 0) with the right check digit; needs confirmation
	Year     int    // the model year; 0 if unknown
	Problem  string // why the VIN is not valid, or empty
}

const vinLength = 17

// CheckVIN checks a VIN (49 CFR 565.15). The check digit misses mistakes within a class of its
// transliteration (such as S for 2). A VIN that fails the check may be right, because makers
// outside North America may not use the check digit.
func CheckVIN(s string) VIN {
	v := VIN{Value: strings.Map(tidyVIN, s)}
	v.Problem = vinProblem(v.Value)
	v.Valid = v.Problem == ""
	if v.Valid {
		v.Year = vinYear(v.Value)
		return v
	}
	if repaired := repairVIN.Replace(v.Value); repaired != v.Value && vinProblem(repaired) == "" {
		v.Proposal = repaired
	}
	return v
}

// repairVIN replaces the three letters that no VIN contains.
var repairVIN = strings.NewReplacer("I", "1", "O", "0", "Q", "0")

func tidyVIN(r rune) rune {
	switch {
	case r == ' ', r == '-', r == '\t', r == '\u00a0':
		return -1
	case r >= 'a' && r <= 'z':
		return r - 'a' + 'A'
	}
	return r
}

func vinProblem(s string) string {
	for _, r := range s {
		if !strings.ContainsRune(vinCharacters, r) {
			return fmt.Sprintf("%q does not occur in a VIN", r)
		}
	}
	if len(s) != vinLength {
		return fmt.Sprintf("it has %d characters, not %d", len(s), vinLength)
	}
	if want := checkDigit(s); s[8] != want {
		return fmt.Sprintf("its check digit is %c, where the other characters make %c", s[8], want)
	}
	return ""
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
