package review

import "ppamaild/templates"

var english = templates.Embedded("en")
