package task

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Exact reads JSON into v, its numbers as json.Number: that of an account may have more
// digits than a float64 holds.
func Exact(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something stands behind it")
	}
	return nil
}
