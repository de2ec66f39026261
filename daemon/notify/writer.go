package notify

import (
	"ppamaild/daemon/agency"
	"ppamaild/templates"
)

// Writer composes the mails of an agency from its templates.
type Writer struct {
	*agency.Agency
	Templates *templates.Set
}
