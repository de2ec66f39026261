package agent

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestNobodyIsWrittenToBeforeTheirMailIsRead(t *testing.T) {
	p := closedGates()
	p.Gates[StageInfoRequest] = GateNever
	th := newThread(t, p)
	th.do(CustomerMessage{Mail: Mail{ID: "m@customer.test"}, At: noon})
	th.act("ask", "one").mustStand("handed_over HandOver")
	mustContain(t, intentOf[HandOver](th).Why, "has not read")
}

func TestDraftIsCheckedBeforeItsReview(t *testing.T) {
	p := closedGates()
	p.Gates[StageInfoRequest] = GateAuto
	th := newThread(t, p).customer().act("ask", "it costs $5").mustStand("awaiting_review AskReview")
	mustContain(t, strings.Join(th.state.DataForReview.Warnings, "; "), `the amount "$5"`)
	newThread(t, p).customer().act("ask", "which car?").mustStand("awaiting_customer SendMail AwaitCustomer")
}

func TestReviewWithNewWarningsIsAskedAgain(t *testing.T) {
	read := Planned{Action: Action{Tool: "read", Args: json.RawMessage(`{"text":"one"}`)}, At: noon}
	th := newThread(t, reviewAll()).customer().do(read).call()
	th.state.DataForReview.Warnings = []string{"an older warning"}
	th.customer().do(read).call().mustStand("awaiting_review Supersede AskReview")
}

func TestStateKeepsNoHTML(t *testing.T) {
	th := newThread(t, closedGates()).customer().act("ask", "one")
	if intentOf[AskReview](th).Proposal.Draft.HTML == "" {
		t.Error("staff are not shown the HTML")
	}
	if strings.Contains(Encoded(th.state), `"html"`) {
		t.Errorf("the state has it: %s", Encoded(th.state))
	}
}
