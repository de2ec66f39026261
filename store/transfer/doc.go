// Package transfer copies a store to a store of another backend.
//
// A copy consists of batches, each in one transaction of the target. The transaction also records
// how far the copy is. So an interrupted copy goes on where it stopped. The records keep their
// ids, versions, hashes and salts: each journal in the copy verifies, and answers to old mails find
// their threads. At the end transfer checks the target, and compares a digest of both stores.
//
// Neither store may be in use meanwhile. A daemon must refuse an unfinished copy; see Unfinished.
package transfer
