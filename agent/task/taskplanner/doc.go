// Package taskplanner plans the workflow task: by rules, or with a language model that the rules
// support. Both choose agents from the roster and follow an approved plan.
package taskplanner
