package llm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// largestAnswer is the maximum size of a response in bytes.
const largestAnswer = 4 << 20

// transport reads a whole response before the library sees the response. An incomplete response
// becomes an error, and so does an error with a status of success.
type transport struct{ http *http.Client }

func newTransport() transport {
	return transport{&http.Client{
		// A request contains mail of customers, so transport follows no redirect.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Do implements the library's HTTPDoer.
func (t transport) Do(request *http.Request) (*http.Response, error) {
	response, err := t.http.Do(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, largestAnswer+1))
	err = errors.Join(err, response.Body.Close())
	switch {
	case err != nil:
		return nil, fmt.Errorf("the answer broke off: %w", err)
	case len(body) > largestAnswer:
		return nil, permanent("the answer has more than %d bytes", largestAnswer)
	case response.StatusCode >= 300 && response.StatusCode < 400:
		e := permanent("HTTP %d: base_url has moved", response.StatusCode)
		e.refusal = true
		return nil, e
	case response.StatusCode < 300 && !json.Valid(body):
		return nil, notJSON(response.Header, body)
	case response.StatusCode < 300:
		response.StatusCode = statusOf(response.StatusCode, body)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}

// notJSON describes a response that is not JSON. The description quotes only web pages, because
// an incomplete answer may have a customer's words.
func notJSON(h http.Header, body []byte) *Error {
	switch text := string(body); {
	case strings.TrimSpace(text) == "":
		return temporary("no complete answer: the response is empty")
	case isPage.MatchString(text):
		return temporary("no complete answer, but a web page: %s (check base_url, which usually ends in /v1)", brief(plain(text)))
	}
	return temporary("no complete answer: the response is not JSON but %s", cmp.Or(h.Get("Content-Type"), "of unknown type"))
}

// statusOf returns the status of a body. Some gateways report errors under status 200, with the
// real status as the code.
func statusOf(status int, body []byte) int {
	var answer struct {
		Error *struct {
			Code any `json:"code"`
		} `json:"error"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || answer.Error == nil {
		return status
	}
	if code, is := answer.Error.Code.(float64); is && code >= 400 && code < 600 {
		return int(code)
	}
	return http.StatusBadGateway
}

// retryAfter returns the time to wait by RFC 9110 §10.2.3, from seconds or a date; 0 if
// the header is missing.
func retryAfter(h http.Header, now time.Time) time.Duration {
	said := h.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(said, 64); err == nil && seconds > 0 && seconds < 1e6 {
		return time.Duration(seconds * float64(time.Second))
	}
	if date, err := http.ParseTime(said); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}
