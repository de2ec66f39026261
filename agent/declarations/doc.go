// Package declarations reads the declarations page of an auto policy: the named insured, the
// insurer, the end of the policy, the cars and the limits. The text is data, and only values
// behind a known label count. A value that is not certain is not read.
package declarations
