// What a build says at its end: whether somebody who opens the site now sees it, and if not, what to do.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A running server looks once a second for a newer landing (src/server/http/static-files.ts). */
const TIMEOUT_MS = 3000;
const ASK_EVERY_MS = 100;

/**
 * Asks the server of this machine until it shows the built landing.
 * @param {string} build the folder that was built
 * @param {boolean} isSameProgram whether only editors' words differ from the build before: a running server takes these
 * @param {{ HOST?: string | undefined, PORT?: string | undefined }} settings where the server listens
 * @returns {Promise<string>}
 */
export async function describePublication(build, isSameProgram, { HOST = '', PORT } = process.env) {
  const host = /^(0\.0\.0\.0|::)?$/.test(HOST) ? '127.0.0.1' : HOST;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 4321}`;
  const built = readFileSync(join(build, 'client', 'index.html'), 'utf8');
  const until = performance.now() + TIMEOUT_MS;
  let shown = await readPage(address);
  while (shown !== undefined && shown !== built && isSameProgram && performance.now() < until) {
    await wait(ASK_EVERY_MS);
    shown = await readPage(address);
  }
  if (shown === undefined)
    return `Construido. En ${address} no hay un servidor en marcha: se verá al arrancarlo, con «npm run serve».`;
  if (shown === built && isSameProgram)
    return `Publicado: ${address} ya muestra esta landing. Lo que el CRM toma de los textos cambia al reiniciarlo.`;
  return `Construido, y ${address} sigue con lo anterior: cambió el programa o un ajuste de las páginas (SITE_URL y los otros). Para publicar, reinicialo: «sudo systemctl restart crm», o cortalo y «npm run serve».`;
}

/**
 * The landing as that server shows it; undefined if there is none, or only `npm run dev`.
 * @param {string} address
 */
async function readPage(address) {
  try {
    const page = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(1000) });
    const html = await page.text();
    return page.ok && !html.includes('/@vite/client') ? html : undefined;
  } catch {
    return undefined;
  }
}
