package carrier_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// The description of the API is valid OpenAPI 3.1, its examples included.
func TestOpenAPIIsValid(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile("openapi.yaml")
	if err != nil || bytes.Contains(text, []byte("<<:")) {
		t.Errorf("%v; a merge key is none of YAML 1.2, and not every validator knows it", err)
	}
	if doc.OpenAPI != "3.1.0" || doc.Paths.Len() != 10 {
		t.Errorf("OpenAPI %s with %d paths", doc.OpenAPI, doc.Paths.Len())
	}
}
