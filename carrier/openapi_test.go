package carrier_test

import (
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
	if doc.OpenAPI != "3.1.0" || doc.Paths.Len() != 10 {
		t.Errorf("OpenAPI %s with %d paths", doc.OpenAPI, doc.Paths.Len())
	}
}
