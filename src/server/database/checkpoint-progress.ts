/** How often it is looked whether there is something to copy. */
export const LOOK_EVERY_MS = 200;
/** 4 MB: what SQLite, too, lets the log grow to before it copies it. */
export const WORTH_COPYING_PAGES = 1000;
/** How long nothing is tried again after a failure. */
export const PAUSE_AFTER_FAILURE_MS = 60_000;

/** How long the write-ahead log is, in pages, and how much of it has been copied into the database. */
export type Progress = { log: number; checkpointed: number };

/** What the thread that copies is told: which database, and how long it stays without anything to copy. */
export type Charge = { path: string; patienceMs: number };
