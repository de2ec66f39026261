-- The cluster that the tables belong to. A dump in another cluster is a copy of the store.
ALTER TABLE about ADD COLUMN system_identifier text NOT NULL DEFAULT '';
