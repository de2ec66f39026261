package daemon

import (
	"fmt"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// No agent reads the attachments of a task, and the reviewer of the plan and the results is
// informed.
func TestWhatIsAttachedToATaskIsNotPassedOverInSilence(t *testing.T) {
	o := newOffline(t, func(options *Options) {
		options.Crew = countingCrew{runs: map[string]int{}}
		options.Config.Agents = []config.Agent{{Name: "crm", Kind: config.AgentMCP}}
	})
	mail := func(number int, kind, text string) string {
		return fmt.Sprintf("From: Lee Tran <%s>\r\nTo: %s\r\nSubject: Their statement\r\nMessage-ID: <%d@agency.test>\r\nMIME-Version: 1.0\r\nContent-Type: %s\r\n\r\n%s\r\n",
			play.Lee, o.Config.Mailbox.Agency.Address, number, kind, text)
	}
	parts := "--b\r\nContent-Type: text/plain\r\n\r\nCompare the attached with what crm has.\r\n" +
		"--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=statement.csv\r\n\r\na,b\r\n--b--"
	o.must(o.takes(0, mail(0, "multipart/mixed; boundary=b", parts)))
	for number, answer := range []string{"ACCEPT", "ACCEPT"} {
		rv := o.review(o.onlyTask().Thread, number+1)
		if !strings.Contains(string(rv.Data), "statement.csv (text/csv, 3 bytes) is attached to the task, but no agent reads it") {
			t.Errorf("the review of %s does not tell of the attachment: %s", rv.Step, rv.Data)
		}
		o.must(o.takes(number+1, mail(number+1, "text/plain", answer+"\r\n\r\nRef: "+o.References.Mint(rv.Thread, rv.Number, play.Lee))))
	}
	if head := o.onlyTask(); head.Status != store.ThreadCompleted {
		t.Errorf("it is %s", head.Status)
	}
}
