// Package certificate holds the certificate by which phones recognize a table over TLS: one that its owner keeps in files, or one that the table makes with an
// authority of its own, which phones have to be told to trust.
//
// Whoever has the key of an authority can pass for everything that it may vouch for. So an authority of a table may vouch for the names and private addresses of that
// table alone, and its key is in a file that only the service can read.
package certificate
