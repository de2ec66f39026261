// Package wire translates the calls and results of package carrier to the messages of the
// quoting API in ../openapi.yaml, and back.
//
// The messages are generated. Decode accepts only what the API allows: no unknown or
// repeated member, no trailing data, and no amount that is negative or not in cents. A
// rating becomes a quote only if it belongs to the rated session, prices exactly the
// requested coverages, and adds up.
package wire

//go:generate go tool oapi-codegen -config oapi-codegen.yaml -o messages.gen.go ../openapi.yaml

// HeaderKey carries the id of a call that changes a quote.
const HeaderKey = "Idempotency-Key"

// HeaderVersion carries the version of the quote that a call expects, in the form of Version.
const HeaderVersion = "If-Match"

// HeaderAPIKey carries the API key of a caller without a bearer token.
const HeaderAPIKey = "X-API-Key"

// ReportOrder orders the reports. The generator would make it a map, which Decode would not
// check.
type ReportOrder struct{}
