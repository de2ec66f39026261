package mailbox

import (
	"fmt"
	"strings"
	"testing"
)

// If the configured folder is missing, the error names the existing folders, up to a limit. If
// the folder exists, the error suggests to check the rights.
func TestFolderThatIsNotThereIsToldWithThoseThatAre(t *testing.T) {
	const advice = "check the folder's name and rights; there are "
	for name, c := range map[string]struct {
		folders []string // answers to LIST
		refusal string
		want    string
	}{
		"another name":    {[]string{`() "/" INBOX`, `() "/" "Quotes &- more"`, `(\Noselect) "/" Old`}, "NO [NONEXISTENT] no such mailbox", advice + `["INBOX" "Quotes & more"])`},
		"no right to it":  {[]string{`() "/" INBOX`, `() "/" Offers`}, "NO [NOPERM] permission denied", "check the rights on it, as there is a folder of that name)"},
		"too many":        {slots(30), "NO no such mailbox", `"f19"] and 10 more)`},
		"none":            {nil, "NO no such mailbox", "check the folder's name and rights)"},
		"for now":         {[]string{`() "/" Offers`}, "NO [UNAVAILABLE] come back later", "check the folder's name and rights)"},
		"LIST is refused": {[]string{"refused"}, "NO no such mailbox", "check the folder's name and rights)"},
	} {
		t.Run(name, func(t *testing.T) {
			server := startFakeServer(t)
			server.account.Folder = "Offers"
			server.on = func(fc *fakeConn, tag, command, _ string) bool {
				switch command {
				case "EXAMINE":
					fc.say("%s %s", tag, c.refusal)
				case "LIST":
					if len(c.folders) == 1 && c.folders[0] == "refused" {
						fc.say("%s NO not now", tag)
						return true
					}
					for _, f := range c.folders {
						fc.say("* LIST %s", f)
					}
					fc.say("%s OK done", tag)
				default:
					return false
				}
				return true
			}
			err := Probe(t.Context(), server.account)
			if err == nil || !strings.Contains(err.Error(), `opening folder "Offers"`) || !strings.HasSuffix(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func slots(n int) (listed []string) {
	for i := range n {
		listed = append(listed, fmt.Sprintf(`() "/" f%d`, i))
	}
	return listed
}
