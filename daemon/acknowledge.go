package daemon

import (
	"errors"
	"fmt"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/quoting"
	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
	"ppamaild/templates"
	"ppamaild/threadresolver"
)

// LoadTemplates reads the configured templates. If acknowledgements are on, it drafts one in each
// language. An acknowledgement leaves without a review, so LoadTemplates fails if the facts check
// rejects a draft.
func LoadTemplates(cfg *config.Config) (*templates.Set, error) {
	set, err := templates.New(cfg.Templates.Dir)
	if err != nil || !cfg.Quote.Acknowledge {
		return set, err
	}
	box := quoting.Toolbox{
		Templates: set, Agency: cfg.Agency.Name, Producer: configured.Producer(cfg),
		ThreadRef: threadresolver.Minter{}.ThreadRef,
		Reviewed:  func(agent.Stage) bool { return false },
	}
	for _, language := range set.Languages() {
		example := agent.NewState("Q-7F3K2M", agent.CustomerInfo{Language: language})
		_, failing, err := box.Acknowledge(&example)
		if err == nil && len(failing) > 0 {
			err = errors.New(strings.Join(failing, "; "))
		}
		if err != nil {
			return nil, fmt.Errorf(
				"quote.acknowledge: the mail acknowledgement.%s leaves without a review: %w",
				language, err)
		}
	}
	return set, nil
}
