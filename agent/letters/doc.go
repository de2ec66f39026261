// Package letters lays out an application and a quote for people: the labels and values of
// an application, the questions to a customer, the contents of a quote mail, and the tables
// that staff see in a review. It holds no state and sends nothing.
package letters
