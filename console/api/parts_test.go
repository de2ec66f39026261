package api

import (
	"net/http"
	"testing"
)

// A part that the word does not use is an error, so that no decision does less than its order.
func TestPartsOfOtherWords(t *testing.T) {
	o := newOffice(t)
	for _, body := range []string{
		`{"word":"ACCEPT","digest":"d2","fields":{"zip":"97215"}}`,
		`{"word":"ACCEPT","digest":"d2","answers":{"1":"no"}}`,
		`{"word":"ACCEPT","digest":"d2","agent":"crm"}`,
		`{"word":"REJECT","digest":"d2","text":"ask","fields":{"zip":"97215"}}`,
		`{"word":"REJECT","digest":"d2","text":"ask","skip":["crm"]}`,
		`{"word":"EDIT","digest":"d2","text":"Hello","fields":{"zip":"97215"}}`,
		`{"word":"ANSWER","digest":"d2","text":"more","answers":{"1":"yes"}}`,
	} {
		response, err := o.server.Client().Do(o.request(http.MethodPost, reviewPath+"/decision", "decides", body))
		must(t, err)
		_ = response.Body.Close()
		if response.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s: %s", body, response.Status)
		}
	}
	for _, d := range o.desk.decided {
		t.Errorf("decided: %v, copy to colleagues %q", d.Verdict, d.Text)
	}
}
