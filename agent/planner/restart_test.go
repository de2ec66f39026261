package planner_test

import (
	"strings"
	"testing"

	"ppamaild/agent"
)

// A restarted thread forgets all earlier facts, reuses no call number, and can be replayed.
func TestBeginningAnewForgets(t *testing.T) {
	closed := usual()
	closed.gates = nil
	c := begin(t, closed)
	c.customer("Please quote my 2019 Honda Civic and my 2015 Ford F-150. I live at 1420 SE Taylor St, Portland, OR 97214.")
	actions := c.state.Actions
	if err := c.step(agent.Begun{Customer: agent.CustomerInfo{Address: "maria@customer.test", AnswerTo: "maria@customer.test"}, Policy: c.agent.Policy(),
		Restart: true, Actions: actions, At: c.at}); err != nil {
		t.Fatal(err)
	}
	if c.state.DataForReview != nil || len(c.state.CustomerInfo.Case.Application.Vehicles) != 0 || c.state.Actions != actions {
		t.Errorf("it begins with %s", c.summary())
	}
	c.customer("Please quote my 2019 Honda Civic. I live at 1420 SE Taylor St, Portland, OR 97214.")
	c.accept() // accept the reading
	if p := c.underReview(agent.StageInfoRequest); strings.Contains(p.Draft.Text, "F-150") {
		t.Errorf("it still knows:\n%s", p.Draft.Text)
	}
	if c.state.Actions <= actions {
		t.Errorf("%d actions, and %d before", c.state.Actions, actions)
	}
}
