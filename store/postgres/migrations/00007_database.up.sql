-- A program that compares the cluster alone would refuse the store as a copy.
COMMENT ON COLUMN about.system_identifier IS 'the cluster, a dot and the OID of the database';
