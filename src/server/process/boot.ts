import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// V8's compiled form of the program, kept from one start to the next beside what it was compiled from: a third of the
// time until the first answer. Where it cannot be written the program starts as it would without.
enableCompileCache(join(import.meta.dirname, '.compiled'));
try {
  await import('../main');
} catch (error) {
  // Before the program is loaded there is no log; a missing package is worth a sentence all the same.
  const [reason] = (error as Error).message.split('\n');
  const msg = `No se pudo cargar el programa: ${reason} Instalá y construí de nuevo: npm ci && npm run build`;
  console.error(JSON.stringify({ level: 60, time: new Date().toISOString(), event: 'start_failed', msg }));
  process.exit(1);
}
