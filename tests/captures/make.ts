// `npm run captures` takes the screenshots of the CRM for the landing and the README, with the demo's invented data. Run
// it before each release and commit the result.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { launchBrowser, newContext } from '../support/browser.ts';
import { call } from '../support/http.ts';
import { waitForIslands } from '../support/hydrated.ts';
import { startServer } from '../support/server.ts';

const FOLDER = join('src', 'landing', 'captures');
/** The limit per image, for phones on slow networks. */
const MAX_BYTES = 40_000;
const QUALITIES = [80, 70, 60, 50, 45, 40, 35, 30];
/** Older enquiries count as answered, so that the picture shows a team at work. */
const JUST_WROTE_MS = 10 * 60_000;

/** Where the landing's frame cuts the list and the conversation off; both go on. */
const CUT_AT = { desk: 548, phone: 420, lead: 590 };

/** Somebody who wrote by WhatsApp and was answered. */
const TALKED = 'Belén Ocampo';

const home = mkdtempSync(join(tmpdir(), 'crm-captures-'));
const env = { DATABASE_PATH: join(home, 'crm.sqlite'), CRM_DEMO: 'true' };
const demo = spawnSync(process.execPath, [join('dist', 'server', 'crm.mjs'), 'demo'], {
  env: { PATH: process.env.PATH, ...env },
  encoding: 'utf8',
});
const [, email = '', password = ''] = /Equipo +(\S+) +(\S+)$/m.exec(demo.stdout) ?? [];
const server = await startServer({ folder: home, env });
const browser = await launchBrowser();
try {
  const { headers } = await call(server, '/api/auth/sign-in', { body: { email, password } });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await markOldAsContacted(cookie);
  const person = { id: '', email, name: '', cookie };
  const openPanel = async (size: { viewport: { width: number; height: number }; deviceScaleFactor?: number }) => {
    const page = await (await newContext(browser, server, { person, reducedMotion: 'reduce', ...size })).newPage();
    await page.goto('/panel');
    await waitForIslands(page);
    return page;
  };
  const desk = await openPanel({ viewport: { width: 1440, height: 900 } });
  await sharp(await desk.screenshot())
    .png({ palette: true })
    .toFile(join('docs', 'panel.png'));
  for (const [name, width, height] of [
    ['bandeja', 712, CUT_AT.desk],
    ['bandeja-telefono', 360, CUT_AT.phone],
  ] as const) {
    const page = await openPanel({ viewport: { width, height: 900 }, deviceScaleFactor: 2 });
    // The list alone: no phone numbers, and no totals that would pass for ours.
    const list = await page.locator('.lead-list').boundingBox();
    if (!list) throw new Error('the panel shows no list');
    await keep(name, await page.screenshot({ clip: { ...list, height } }));
  }
  const page = await openPanel({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  await page.getByRole('button', { name: TALKED }).first().click();
  const lead = page.getByRole('dialog', { name: TALKED });
  await lead.getByRole('tab', { name: 'Notas' }).click();
  const name = await lead.getByRole('heading', { name: TALKED }).boundingBox();
  if (!name) throw new Error('the lead shows no name');
  await keep('charla', await page.screenshot({ clip: { x: 0, y: name.y - 8, width: 390, height: CUT_AT.lead } }));
} finally {
  await browser.close();
  await server.stop();
}
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
writeFileSync(join(FOLDER, 'version.txt'), `${version}\n`);

async function markOldAsContacted(cookie: string): Promise<void> {
  const { json } = await call(server, '/api/leads?estado=nuevo', { cookie });
  for (const { id, created_at } of json.leads as { id: number; created_at: string }[])
    if (Date.parse(created_at) < Date.now() - JUST_WROTE_MS)
      await call(server, `/api/leads/${id}`, { method: 'PATCH', body: { estado: 'contactado' }, cookie });
}

/** Saves a picture at the best quality that fits. */
async function keep(name: string, screenshot: Buffer): Promise<void> {
  for (const quality of QUALITIES) {
    const picture = await sharp(screenshot).avif({ quality, effort: 7 }).toBuffer();
    if (picture.byteLength > MAX_BYTES) continue;
    writeFileSync(join(FOLDER, `${name}.avif`), picture);
    console.log(`${name}.avif: ${picture.byteLength} bytes, calidad ${quality}`);
    return;
  }
  throw new Error(`${name}: no quality fits into ${MAX_BYTES} bytes`);
}
