package task

import (
	"encoding/json"
	"fmt"
)

// Masked returns a compilation with all texts passed through mask, including data of services.
func (c Compilation) Masked(mask func(string) string) (masked Compilation, err error) {
	raw, err := json.Marshal(c)
	if err != nil {
		return masked, fmt.Errorf("masking results: %w", err)
	}
	var all any
	if err := Exact(raw, &all); err != nil {
		return masked, fmt.Errorf("masking results: %w", err)
	}
	if raw, err = json.Marshal(maskedValue(all, mask)); err == nil {
		err = json.Unmarshal(raw, &masked)
	}
	return masked, err
}

func maskedValue(v any, mask func(string) string) any {
	switch v := v.(type) {
	case string:
		return mask(v)
	case []any:
		for i := range v {
			v[i] = maskedValue(v[i], mask)
		}
	case map[string]any:
		for name := range v {
			v[name] = maskedValue(v[name], mask)
		}
	}
	return v
}
