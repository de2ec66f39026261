// Package configured creates the parts that the configuration names: the planner, the carrier,
// the agent's policy and tools, mailboxes, staff and their roles, and the servers of agents. A
// new configuration key enters the program here. Nothing here talks to the network.
package configured
