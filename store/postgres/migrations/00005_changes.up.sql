-- Counts the transactions of all processes. A process whose number is the last one knows that its
-- copies of rows are still right.
ALTER TABLE about ADD COLUMN changes bigint NOT NULL DEFAULT 0;
