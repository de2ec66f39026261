-- A dictionary compresses records. A program that does not fill the column cannot read the records,
-- and cannot enter. The upgrade has deleted all rows.
ALTER TABLE daemons ADD COLUMN schema_version bigint NOT NULL CHECK (schema_version >= 6);
