// Package text cuts a mail into tokens, lines and sentences, and finds phrases of known meaning.
//
// A Document is made in one pass and answers questions about its tokens. The words of a span are
// verbatim. Each look at a token counts as a step, and Bounded stops a reading that takes too many.
// The phrases (cues) and the sets of words are in data/. Package text knows nothing of insurance.
package text
