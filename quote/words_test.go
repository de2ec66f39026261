package quote

import "ppamaild/templates"

var english = templates.Embedded("en")
