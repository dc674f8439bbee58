/** So long a test waits for what must come, in ms: far longer than anything takes, because no test is about speed. */
export const PATIENCE_MS = 90_000;

/** So long a whole test may take, in ms: several such waits. */
export const TEST_PATIENCE_MS = 300_000;
