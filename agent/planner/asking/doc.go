// Package asking asks a language model for an action: it bounds the cost, validates arguments,
// returns wrong answers to the model, and lets the rules decide if the model fails.
package asking
