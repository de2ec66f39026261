package reading

import "strings"

// credentials are what people write behind their name as who they are by profession.
var credentials = wordSet("cpa esq md dds dmd dvm dc rn lpn cna bsn msn aprn fnp phd psyd edd jd mba pmp ea cfp lcsw lmft pharmd usn usmc usaf ret")

// withoutCredentials takes them off the end of a display name: "Ann Lee, CPA", "Lee, Ann, R.N.".
func withoutCredentials(s string) string {
	words := strings.Fields(s)
	n := len(words)
	for n > 2 && credentials[fold(strings.ReplaceAll(strings.Trim(words[n-1], ",.()"), ".", ""))] {
		n--
	}
	if n == len(words) {
		return s
	}
	return strings.TrimRight(strings.Join(words[:n], " "), ",")
}
