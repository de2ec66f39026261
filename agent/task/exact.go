package task

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Exact decodes JSON into v with json.Number, because account numbers can have more digits than a
// float64.
func Exact(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is more text after the JSON value")
	}
	return nil
}
