package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"ppamaild/carrier"
	"ppamaild/carrier/sandbox"
	"ppamaild/carrier/wire"
	"ppamaild/quote"
	"ppamaild/sandbox/mutation"
)

// answered is one call with its session and the answer of the sandbox.
type answered struct {
	session carrier.Session
	call    carrier.Call
	answer  wire.Answer
}

const mutatedKey = "key"

// recorded makes the calls of a quote, and then a call that the sandbox refuses. All answers have
// the same key, so that a variant may repeat the answer of another call.
func recorded(t testing.TB) (all []answered) {
	t.Helper()
	server, err := sandbox.New(sandbox.Options{Now: time.Now, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	driver := quote.Driver{GivenName: "Ana", DateOfBirth: "1980-05-05", Relationship: quote.Insured,
		LicenseNumber: "AB123456C", LicenseState: "ID", YearsLicensed: new(24), Accidents: new(0), Violations: new(0)}
	car := quote.Vehicle{Year: new(2021), Make: "Honda", Model: "CR-V", CostNew: new(28_000), Use: quote.Commute, AnnualMiles: new(12_000), Ownership: quote.Owned}
	var s carrier.Session
	for n, call := range []carrier.Call{
		carrier.Initiate{AsOf: "2026-11-20", EffectiveDate: "2026-12-01", Producer: "0X00000", Address: quote.Address{Street: "12 Elm Street", City: "Pocatello", State: "ID", ZIP: "83201"}},
		carrier.SetNamedInsured{NamedInsured: quote.NamedInsured{GivenName: "Ana", Surname: "Field", DateOfBirth: "1980-05-05"}},
		carrier.AddDriver{Driver: driver}, carrier.AddVehicle{Vehicle: car},
		carrier.UpdateCoverage{Coverages: quote.Coverages{BodilyInjury: "100/300", PropertyDamage: new(100)}},
		carrier.AssignDrivers{Principals: []int{0}}, carrier.Rate{Payments: 1}, carrier.AddDriver{},
	} {
		a := ask(t, server, fmt.Sprint(n), s, call)
		all = append(all, answered{s, call, a})
		next, _, err := understand(mutatedKey, s, call, a)
		if err != nil {
			t.Fatalf("%s: %v: %s", call.Name(), err, a.Body)
		}
		s = next
	}
	return all
}

// ask makes a call. The answer has the key mutatedKey.
func ask(t testing.TB, server http.Handler, key string, s carrier.Session, call carrier.Call) wire.Answer {
	t.Helper()
	r, err := wire.RequestOf(call)
	if err != nil {
		t.Fatal(err)
	}
	path := "/v1" + r.Path
	if s.ID != "" {
		path = "/v1/quotes/" + s.ID + r.Path
	}
	body, err := json.Marshal(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequest(r.Method, path, bytes.NewReader(body))
	request.Header.Set(wire.HeaderAPIKey, sandbox.APIKey)
	request.Header.Set(wire.HeaderKey, mutatedKey+key)
	request.Header.Set("Content-Type", "application/json")
	if s.Version > 0 {
		request.Header.Set(wire.HeaderVersion, wire.Version(s.Version))
	}
	w := httptest.NewRecorder()
	server.ServeHTTP(w, request)
	return wire.Answer{StatusCode: w.Code, Body: bytes.ReplaceAll(w.Body.Bytes(), []byte(mutatedKey+key), []byte(mutatedKey))}
}

// carrierAnswers makes variants of the answers of a carrier, and reads a variant as the answer
// to one of the calls.
func carrierAnswers(t testing.TB) (mutation.Maker, func(t *testing.T, text string)) {
	all, m := recorded(t), mutation.JSON{}
	for _, x := range all {
		m.Samples = append(m.Samples, string(x.answer.Body))
	}
	recall, err := json.Marshal(wire.Transaction{TransactionId: mutatedKey, Answer: []wire.Answer{all[0].answer}})
	if err != nil {
		t.Fatal(err)
	}
	m.Samples = append(m.Samples, string(recall))
	return m, func(t *testing.T, text string) {
		text = text[:min(len(text), maxAnswer)]
		x, statuses := all[len(text)%len(all)], []int{202, 409, 422, 500}
		checkAnswer(t, x, wire.Answer{StatusCode: 200, Body: []byte(text)})
		checkAnswer(t, x, wire.Answer{StatusCode: statuses[len(text)/len(all)%len(statuses)], Body: []byte(text)})
	}
}

// checkAnswer reads an answer. A price must fit the session.
func checkAnswer(t *testing.T, x answered, a wire.Answer) {
	r, err := wire.RequestOf(x.call)
	if err != nil {
		t.Fatal(err)
	}
	_, notKnown := verdict(a, 0)
	_, notRead := isReadable(a, r)
	if _, err := recalled(mutatedKey, a); err != nil && !isFinal(err) {
		t.Errorf("the client repeats a call because of the answer %.200q", a.Body)
	}
	next, result, err := understand(mutatedKey, x.session, x.call, a)
	switch {
	case err == nil && result == nil:
		t.Errorf("%s: no result of %.200q", x.call.Name(), a.Body)
	case err == nil && a.StatusCode < 300 && notRead != nil:
		t.Errorf("%s: understood, but not readable: %.200q", x.call.Name(), a.Body)
	case err == nil && a.StatusCode >= 500 && notKnown == nil:
		t.Errorf("%s: the result of status %d is known", x.call.Name(), a.StatusCode)
	}
	if rated, is := result.(carrier.Rated); is && (rated.Quote.Total <= 0 || len(rated.Quote.Principals) != len(x.session.Application.Vehicles)) {
		t.Errorf("the price is %+v", rated.Quote)
	}
	if err == nil && next.ID != x.session.ID && x.session.ID != "" {
		t.Errorf("%s: another session, %q", x.call.Name(), next.ID)
	}
}

func TestMutatedAnswers(t *testing.T) {
	m, read := carrierAnswers(t)
	mutation.Test(t, m, 300, read)
}

func FuzzMutatedAnswers(f *testing.F) {
	m, read := carrierAnswers(f)
	mutation.Fuzz(f, m, read)
}
