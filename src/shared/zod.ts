import { z } from 'zod';

// Zod tries whether it may compile schemas with `new Function`. The pages' policy forbids it, and Firefox reports the try.
if (typeof document !== 'undefined') z.config({ jitless: true });

export { z };
