package carrier

import (
	"fmt"

	"ppamaild/templates"
)

// words are the sentences of the reference carrier. An override folder does not change them,
// because threads store the answers of the carrier.
func words() *templates.Phrases { return templates.Embedded("en") }

// say returns a sentence of the reference carrier.
func say(name string, args ...any) string {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = fmt.Sprint(a)
	}
	return words().Say(name, texts...)
}
