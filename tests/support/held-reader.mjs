// Preloaded into a server. A reader process that it starts does not begin while the file READER_HELD is there: its task
// waits for it.
import { existsSync } from 'node:fs';

const nobody = new Int32Array(new SharedArrayBuffer(4));

// The server itself speaks with no parent.
while (process.connected && existsSync(process.env.READER_HELD ?? '')) Atomics.wait(nobody, 0, 0, 20);
