import { z } from 'zod';

// Zod probes `new Function` to compile schemas. The pages' policy forbids it, and Firefox reports the attempt.
if (typeof document !== 'undefined') z.config({ jitless: true });

export { z };
