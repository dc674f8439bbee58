import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// V8's compiled form of the program, kept from one start to the next beside what it was compiled from: a third of the
// time until the first answer. Where it cannot be written the program starts as it would without.
enableCompileCache(join(import.meta.dirname, '.compiled'));
await import('./main');
