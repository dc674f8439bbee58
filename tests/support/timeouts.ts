/** Timeout in ms for what must happen: far longer than anything takes, because no test is about speed. */
export const WAIT_TIMEOUT_MS = 90_000;

/** Timeout of a whole test in ms: several such waits. */
export const TEST_TIMEOUT_MS = 300_000;
