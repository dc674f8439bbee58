import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Caches V8's compiled code beside the program, which saves a third of the time to the first answer. If the folder is
// not writable, the program starts without it.
enableCompileCache(join(import.meta.dirname, '.compiled'));
try {
  await import('../main');
} catch (error) {
  // The log is not loaded yet, but a missing package needs a clear message, too.
  const [reason] = (error as Error).message.split('\n');
  const msg = `No se pudo cargar el programa: ${reason} Instalá y construí de nuevo: npm ci && npm run build`;
  console.error(JSON.stringify({ level: 60, time: new Date().toISOString(), event: 'start_failed', msg }));
  process.exit(1);
}
