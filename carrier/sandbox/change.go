package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"ppamaild/carrier"
	"ppamaild/carrier/wire"
)

// maxBody is the maximum length of a request.
const maxBody = 64 << 10

// arrival is a received call that changes a quote.
type arrival struct {
	key, number string
	version     string // from If-Match
	request     string // a repeated call with the same key must be equal
	call        carrier.Call
	fault       Fault
}

// change serves the calls that change or rate a quote.
func (s *Server) change(w http.ResponseWriter, r *http.Request) {
	a, problem := s.arrived(w, r)
	if problem != nil {
		s.refuse(w, problem.Status, *problem)
		return
	}
	if a.fault.Name != "" {
		s.o.Logger.Info("fault", "fault", a.fault.Name, "of", a.call.Name(), "key", a.key)
	}
	if s.strikeBefore(w, r, a) {
		return
	}
	answer, err := s.execute(r.Context(), a)
	if err != nil {
		s.o.Logger.Error("serving a call", "key", a.key, "error", err)
		s.refuse(w, http.StatusInternalServerError, wire.Problem{Type: wire.Internal, Title: "The sandbox is broken", Detail: err.Error()})
		return
	}
	s.o.Logger.Info("call", "key", a.key, "name", a.call.Name(), "quote", a.number, "fault", a.fault.Name, "status", answer.StatusCode)
	if !s.strikeAfter(w, r, a) {
		sendRaw(w, answer.StatusCode, contentTypeOf(answer.StatusCode), answer.Body)
	}
}

// arrived decodes a call and selects its fault.
func (s *Server) arrived(w http.ResponseWriter, r *http.Request) (arrival, *wire.Problem) {
	a := arrival{key: r.Header.Get(wire.HeaderKey), number: r.PathValue("number"), version: r.Header.Get(wire.HeaderVersion)}
	malformed := func(err error) *wire.Problem {
		return &wire.Problem{Type: wire.Malformed, Title: "The request can't be read", Detail: err.Error(), Status: http.StatusBadRequest}
	}
	if a.key == "" || len(a.key) > 128 {
		return a, malformed(fmt.Errorf("%s is needed, of 128 characters at most", wire.HeaderKey))
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return a, malformed(err)
	}
	path := strings.TrimPrefix(r.URL.Path, "/v1")
	if a.number != "" {
		path = strings.TrimPrefix(path, "/quotes/"+a.number)
	}
	if a.call, err = wire.CallOf(r.Method, path, body); err != nil {
		return a, malformed(err)
	}
	a.request = fmt.Sprintf("%s %s %s %s", r.Method, r.URL.Path, a.version, body)
	if a.fault, err = s.faultOf(r.Header.Get(HeaderFault), a.call.Name(), a.key); err != nil {
		return a, malformed(err)
	}
	return a, nil
}

// execute executes a call once and repeats its first answer.
func (s *Server) execute(ctx context.Context, a arrival) (wire.Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget()
	if t, again := s.calls[a.key]; again && t.request == a.request {
		return t.answers[0], nil
	} else if again {
		return refusal(http.StatusUnprocessableEntity, wire.Problem{Type: wire.KeyReused, Title: "The key was used for another call"})
	}
	q, answer, err := s.find(a)
	if q == nil {
		return answer, err
	}
	next, result, err := s.judge(ctx, a, q.session)
	if err != nil {
		return wire.Answer{}, err
	}
	if _, done := result.(carrier.OK); done {
		next.Version++
		q.session, q.last = next, a.key
		s.quotes[next.ID] = q
	}
	status, body := answerOf(a.key, next, a.call, result)
	if answer, err = encode(status, a.fault.alter(body)); err == nil && status != http.StatusAccepted {
		s.record(a, answer)
	}
	return answer, err
}

// find returns the quote of a call, or a refusal. The caller holds mu.
func (s *Server) find(a arrival) (*openQuote, wire.Answer, error) {
	q := &openQuote{used: s.o.Now()}
	if _, opens := a.call.(carrier.Initiate); opens {
		return q, wire.Answer{}, nil
	}
	q, known := s.quotes[a.number]
	if !known {
		answer, err := refusal(http.StatusGone, wire.Problem{Type: wire.Expired, Title: "The quote is forgotten"})
		return nil, answer, err
	}
	q.used = s.o.Now()
	if a.fault.Name == faultStale {
		q.session.Version++ // as if another client changed the quote
	}
	if a.version != wire.Version(q.session.Version) {
		answer, err := refusal(http.StatusConflict, wire.Problem{Type: wire.Stale, Title: "The quote has changed"})
		return nil, answer, err
	}
	return q, wire.Answer{}, nil
}

// judge asks the reference carrier and adds the reports that the carrier lacks.
func (s *Server) judge(ctx context.Context, a arrival, session carrier.Session) (carrier.Session, carrier.Result, error) {
	if result := a.fault.result(session); result != nil {
		return session, result, nil
	}
	next, result, err := s.reference.Call(ctx, carrier.Key{ID: a.key}, session, a.call)
	if _, orders := a.call.(carrier.OrderReports); orders && result == (carrier.OK{}) {
		for i, d := range session.Application.Drivers {
			if d.LicenseNumber == "" {
				return session, carrier.Failed{Field: fmt.Sprintf("drivers[%d].license_number", i), Message: "is needed for the motor vehicle record"}, nil
			}
		}
		next.Verified = true
	}
	return next, result, err
}

// record stores an answer. The caller holds mu.
func (s *Server) record(a arrival, answer wire.Answer) {
	t := &transaction{request: a.request, answers: []wire.Answer{answer}, at: s.o.Now()}
	if a.fault.Name == faultTwice {
		t.answers = append(t.answers, answer)
	}
	s.calls[a.key] = t
}

func refusal(status int, p wire.Problem) (wire.Answer, error) {
	p.Status = status
	return encode(status, p)
}

func encode(status int, body any) (wire.Answer, error) {
	raw, err := json.Marshal(body)
	return wire.Answer{StatusCode: status, Body: raw}, err
}

// read returns a quote.
func (s *Server) read(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	q, known := s.quotes[r.PathValue("number")]
	var body wire.PersAutoQuote
	if known {
		body = snapshot(q.last, q.session)
	}
	s.mu.Unlock()
	if !known {
		s.refuse(w, http.StatusGone, wire.Problem{Type: wire.Expired, Title: "The quote is forgotten"})
		return
	}
	send(w, http.StatusOK, contentTypeOf(http.StatusOK), body)
}

// recall returns the answer to a call.
func (s *Server) recall(w http.ResponseWriter, r *http.Request) {
	key := r.PathValue("key")
	s.mu.Lock()
	t, known := s.calls[key]
	s.mu.Unlock()
	if !known {
		s.refuse(w, http.StatusNotFound, wire.Problem{Type: wire.NotFound, Title: "No such call took effect"})
		return
	}
	send(w, http.StatusOK, contentTypeOf(http.StatusOK), wire.Transaction{TransactionId: key, Answer: t.answers})
}
