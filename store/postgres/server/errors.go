package server

import (
	"errors"
	"fmt"
	"io"
	"net"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"ppamaild/store"
)

// SQLSTATEs of a database that cannot be written, and of a role without a right. Appendix A of
// PostgreSQL's manual has all codes.
const (
	DiskFull              = "53100"
	ReadOnly              = "25006"
	insufficientPrivilege = "42501"
	tooManyConnections    = "53300"
)

// duplicateKey is the SQLSTATE of a row that exists already.
const duplicateKey = "23505"

// Explain turns the error about a row that must be new into store.ErrCorrupt. Ids are never reused.
func Explain(err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == duplicateKey {
		return fmt.Errorf("a row of table %s is there before its time: %w: %w",
			pg.TableName, store.ErrCorrupt, err)
	}
	return err
}

// Code returns the SQLSTATE of an error, or "".
func Code(err error) string {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code
	}
	return ""
}

// Conflict reports whether transactions conflict, so that the same transaction may succeed later.
func Conflict(err error) bool {
	return slices.Contains([]string{"40001", "40P01"}, Code(err))
}

// Down reports whether an error means that no server answers, or that the server starts, stops or
// has too many connections. A later attempt may succeed. A server that refuses a login or lacks a
// database is not down.
func Down(err error) bool {
	if code := Code(err); code != "" {
		return slices.Contains([]string{"57P01", "57P02", "57P03", tooManyConnections}, code)
	}
	if failed, ok := errors.AsType[*net.OpError](err); ok { // a TLS alert is another operation
		return slices.Contains([]string{"dial", "read", "write"}, failed.Op)
	}
	_, unknown := errors.AsType[*net.DNSError](err)
	return unknown || pgconn.Timeout(err) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF)
}

// Passing reports whether an error comes from a broken connection, or from a server that is down,
// so that another attempt may succeed.
func Passing(err error) bool {
	if code := Code(err); code != "" {
		return code == "25P03" || Down(err) // 25P03: the transaction was idle for too long
	}
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	return connecting || pgconn.Timeout(err)
}

// Explained adds the place of a store to an error, and the role to an error about missing rights.
// Explained marks the error of a server that is down with store.ErrUnavailable.
func Explained(config *pgconn.Config, err error) error {
	if Code(err) == insufficientPrivilege {
		err = fmt.Errorf("the role %s lacks a right: %w", config.User, err)
	}
	return fmt.Errorf("%s: %w", Place(config), Unavailable(err))
}

// Unavailable marks the error of a server that is down with store.ErrUnavailable.
func Unavailable(err error) error {
	if !Down(err) || errors.Is(err, store.ErrUnavailable) {
		return err
	}
	if Code(err) == tooManyConnections {
		err = fmt.Errorf("%w; raise max_connections of the server, or the limit of the role", err)
	}
	return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
}

// readOnly is the error of a server that accepts no changes. As on a full disk, nothing changed.
type readOnly string

func (r readOnly) Error() string { return string(r) }

func (readOnly) Is(target error) bool { return target == store.ErrDisk }

const errReadOnly readOnly = "the server accepts no changes: it is a standby, or an admin set " +
	"default_transaction_read_only"

// Uncommitted explains why a transaction failed. A full disk or a read-only server is not damage:
// the server has undone the transaction.
func Uncommitted(err error) error {
	switch Code(err) {
	case DiskFull:
		err = fmt.Errorf("%w on the server of the database: %w", store.ErrDisk, err)
	case ReadOnly:
		err = fmt.Errorf("%w: %w", errReadOnly, err)
	}
	return fmt.Errorf("committing: %w", err)
}

// Advised adds the place of a store and advice to an error about damage or a missing right.
func Advised(place string, err error) error {
	switch {
	case Code(err) == insufficientPrivilege:
		return fmt.Errorf("%w\nGrant the role all rights on the tables of the %s", err, place)
	case !errors.Is(err, store.ErrCorrupt):
		return err
	}
	return fmt.Errorf("%w\nThe damage is in %s. Check the disk of the server, and run pg_amcheck. "+
		"Then load the last good dump and run ppamaild restore", err, place)
}
