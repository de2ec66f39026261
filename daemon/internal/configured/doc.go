// Package configured makes what the configuration names, as the rooms want it that do
// the work: the planner, the carrier, the agent's policy and tools, mailboxes, staff and
// the servers of agents; and who of staff has which part. A new key of the configuration
// finds its way from here. Nothing of this reaches anybody yet.
package configured
