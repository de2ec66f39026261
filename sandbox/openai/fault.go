package openai

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// Fault answers a request in the place of the model. It is given what the answer
// would have looked like. A nil one lets the model answer.
type Fault func(w http.ResponseWriter, r *http.Request, c Completion)

// Refuse answers with an error of the API.
func Refuse(status int, kind, code, message string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ Completion) {
		refusal{status, kind, code, "", message}.write(w)
	}
}

// TooMany answers 429, and asks to wait; 0 seconds: it does not say how long.
func TooMany(seconds int) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ Completion) {
		w.Header().Set("x-ratelimit-limit-requests", "60")
		w.Header().Set("x-ratelimit-remaining-requests", "0")
		if seconds > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(seconds))
			w.Header().Set("x-ratelimit-reset-requests", fmt.Sprintf("%ds", seconds))
		}
		refusal{http.StatusTooManyRequests, "requests", "rate_limit_exceeded", "", "Rate limit reached for requests."}.write(w)
	}
}

// Cut ends the connection in the middle of the answer, announced as whole or in chunks.
func Cut(chunked bool) Fault {
	return func(w http.ResponseWriter, _ *http.Request, c Completion) {
		raw, _ := json.Marshal(c) // strings and numbers only: can't fail
		w.Header().Set("Content-Type", "application/json")
		if !chunked {
			w.Header().Set("Content-Length", strconv.Itoa(len(raw)))
		}
		_, _ = w.Write(raw[:len(raw)/2]) // what can't be written is cut too
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler) // how net/http is told to drop the connection
	}
}

// ErrorUnderOK answers 200 with the body of an error; its code is a status, as
// gateways have it, or 0 for none.
func ErrorUnderOK(code int) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ Completion) {
		body := refusal{kind: "upstream_error", message: "The provider returned an error."}.body()
		if code > 0 {
			body["code"] = code
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"error": body}) // fails where the client has gone
	}
}

// NoChoices answers without any.
func NoChoices() Fault {
	return func(w http.ResponseWriter, _ *http.Request, c Completion) {
		c.Choices = []Choice{}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(c) // fails where the client has gone
	}
}

// Silence takes a request and does not answer it.
func Silence() Fault {
	return func(_ http.ResponseWriter, r *http.Request, _ Completion) { <-r.Context().Done() }
}

// Body answers with any status, header and body.
func Body(status int, header http.Header, body string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ Completion) {
		for name, values := range header {
			w.Header()[name] = values
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body)) // fails where the client has gone
	}
}
