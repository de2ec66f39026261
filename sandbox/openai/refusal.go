package openai

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// refusal is an error in the format of the real API.
type refusal struct {
	status                     int
	kind, code, param, message string
}

func (r refusal) Error() string { return r.message }

func invalid(param, format string, args ...any) refusal {
	return refusal{http.StatusBadRequest, "invalid_request_error", "", param, fmt.Sprintf(format, args...)}
}

// unauthorized repeats parts of the key, like the real API.
func unauthorized(key string) refusal {
	if key == "" {
		return refusal{http.StatusUnauthorized, "invalid_request_error", "", "", "You didn't provide an API key."}
	}
	shown := key
	if len(key) > 12 {
		shown = key[:8] + "****" + key[len(key)-4:]
	}
	return refusal{http.StatusUnauthorized, "invalid_request_error", "invalid_api_key", "", "Incorrect API key provided: " + shown + "."}
}

func (r refusal) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(r.status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": r.body()}) // fails if the client is gone
}

func (r refusal) body() map[string]any {
	orNull := func(s string) any {
		if s == "" {
			return nil
		}
		return s
	}
	return map[string]any{"message": r.message, "type": r.kind, "param": orNull(r.param), "code": orNull(r.code)}
}
