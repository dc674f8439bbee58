import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { findAxeViolations, launchBrowser, newContext } from '../support/browser';
import { withDatabase } from '../support/database';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

function makeAgency(): number {
  return withDatabase(server, (db) => {
    const { lastInsertRowid: id } = db
      .prepare(
        "INSERT INTO companies (name, country, plan, created_at) VALUES ('Casa Sur', 'Chile', 'PRO', ?)",
      )
      .run(new Date().toISOString());
    db.prepare(
      "INSERT INTO agents (name, email, company_id, created_at) VALUES ('Iker Ríos', 'iker@sur.example.com', ?, ?)",
    ).run(id, new Date().toISOString());
    return Number(id);
  });
}

describe.each([
  ['a phone', { width: 360, height: 740 }],
  ['a desk', { width: 1440, height: 900 }],
])('on %s', (_name, viewport) => {
  test.each([
    ['/login', 'stranger'],
    ['/login?modo=registro', 'stranger'],
    ['/cuenta/recuperar', 'stranger'],
    ['/cuenta/restablecer#token=x', 'stranger'],
    ['/cuenta/verificar#token=x', 'stranger'],
    ['/cuenta/acceso', 'stranger'],
    ['/cuenta/cambiar-contrasena', 'admin'],
    ['/cuenta/sesiones', 'admin'],
    ['/users?vista=equipo', 'admin'],
    ['/users?vista=registro', 'admin'],
    ['/inmobiliaria', 'coordinator'],
  ])('%s has nothing that axe finds wrong, and nothing that overflows', async (path, who) => {
    const person =
      who === 'admin'
        ? makePerson(server, { roles: ['admin'] })
        : who === 'coordinator'
          ? makePerson(server, { roles: ['coordinator'], companyId: makeAgency() })
          : undefined;
    const page = await (await newContext(browser, server, { viewport, ...(person && { person }) })).newPage();
    await page.goto(path);
    await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
    expect(await findAxeViolations(page)).toEqual([]);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(excess).toBeLessThanOrEqual(0);
  });
});
