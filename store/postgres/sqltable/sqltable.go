// Package sqltable writes the SQL that reads and changes the rows of a table.
package sqltable

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/store/bkey"
)

// Table describes a table. Its rows have a record in addition to these columns.
type Table struct {
	Name string
	Keys []string // columns of the primary key
	More []string // other columns
}

// Columns returns all columns except the record.
func (t *Table) Columns() []string { return slices.Concat(t.Keys, t.More) }

// Index returns the place of a column in Columns.
func (t *Table) Index(column string) int { return slices.Index(t.Columns(), column) }

// Readable returns the name of a row for people: its primary key, and its thread. The values are
// those of the first columns.
func (t *Table) Readable(values []any) string {
	var names []string
	for i, column := range t.Columns()[:len(values)] {
		if i >= len(t.Keys) && column != "thread" {
			continue
		}
		value := fmt.Sprint(values[i])
		if raw, is := values[i].([]byte); is {
			value = bkey.ReadableName(raw)
		}
		names = append(names, column+" "+value)
	}
	return strings.Join(names, ", ")
}

// Selects begins a SELECT of the columns and the record.
func (t *Table) Selects() string {
	return "SELECT " + strings.Join(t.Columns(), ", ") + ", record FROM " + t.Name
}

// Insert adds a row. Its parameters are the columns and the record.
func (t *Table) Insert() string {
	columns := append(t.Columns(), "record")
	parameters := make([]string, len(columns))
	for i := range columns {
		parameters[i] = fmt.Sprintf("$%d", i+1)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)",
		t.Name, strings.Join(columns, ", "), strings.Join(parameters, ", "))
}

// Upsert adds or replaces a row.
func (t *Table) Upsert() string {
	var changes []string
	for _, column := range append(slices.Clone(t.More), "record") {
		changes = append(changes, fmt.Sprintf("%s = excluded.%[1]s", column))
	}
	return fmt.Sprintf("%s ON CONFLICT (%s) DO UPDATE SET %s",
		t.Insert(), strings.Join(t.Keys, ", "), strings.Join(changes, ", "))
}

// Remove deletes by the first n columns of the primary key.
func (t *Table) Remove(n int) string {
	return "DELETE FROM " + t.Name + " WHERE " + Equal(t.Keys[:n])
}

// Equal is the condition that columns have the values of the parameters $1, $2, ….
func Equal(columns []string) string {
	conditions := make([]string, len(columns))
	for i, column := range columns {
		conditions[i] = fmt.Sprintf("%s = $%d", column, i+1)
	}
	return strings.Join(conditions, " AND ")
}
