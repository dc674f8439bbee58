-- The list of all messages with its filters is gone. What is left asks by kind or destination, and by state.
DROP INDEX deliveries_by_kind;
DROP INDEX deliveries_by_kind_state;
DROP INDEX deliveries_by_state;
DROP INDEX deliveries_by_webhook;
DROP INDEX deliveries_by_webhook_state;
CREATE INDEX deliveries_by_line ON deliveries (kind, state, webhook_id, id);
