package threadresolver

import "ppamaild/templates"

var english = templates.Embedded("en")
