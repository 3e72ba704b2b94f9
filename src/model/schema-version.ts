/**
 * The version of sessions, events and digests in JSON. 1 had none of `schema_version`, `domain`, `task_ref`,
 * `is_sidechain` and `payload_ref`, and wrote the outcome `failed` as `fail`. What is older is upgraded when it is read.
 */
export const schemaVersion = 2;
