import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { launchBrowser, measureOverflow, newContext } from '../support/browser';
import { makeAgents, makeCompany } from '../support/companies';
import { visitLanding, WHOLE } from '../support/landing';
import { newWord } from '../support/new-word';
import { makeLead, nameOf } from '../support/panel';
import { openStage, PHONE, server, waitForIslands } from '../support/stage';

let large: Browser;

openStage(() => ({}));
beforeAll(async () => {
  large = await launchBrowser(['--blink-settings=defaultFontSize=32']);
});
afterAll(() => large.close());

test('with text at 200 % the landing never scrolls sideways', async () => {
  const { page } = await visitLanding({ reader: large, path: WHOLE });
  for (const width of [360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await measureOverflow(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  await page.context().close();
});

test('on a phone with text at 200 % nothing of the CRM is out of the window', async () => {
  const admin = makePerson(server, { name: 'Ana', roles: ['admin'] });
  const company = makeCompany(server, { name: 'Inmobiliaria Costanera del Litoral' });
  makeAgents(server, company, 2);
  const nombre = `María Fernanda de los Ángeles ${newWord()}`;
  await makeLead(server, admin, {
    nombre,
    email: 'maria.fernanda.de.los.angeles@inmobiliaria-costanera.example.com',
    whatsapp: '+5491155554444',
    pais: 'Argentina',
  });
  const context = await newContext(large, server, {
    person: admin,
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const tooWide: string[] = [];
  for (const path of [
    '/panel/papelera',
    '/panel/importar',
    '/users?vista=inmobiliarias',
    '/users?vista=equipo',
    '/users?vista=registro',
    '/users?vista=integraciones',
    `/users/company/${company}`,
    '/cuenta',
    '/cuenta/cambiar-contrasena',
    '/panel',
  ]) {
    await page.goto(path);
    await waitForIslands(page);
    if ((await measureOverflow(page)) > 0) tooWide.push(path);
  }
  expect(tooWide).toEqual([]);

  await nameOf(page, nombre).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Notas' }).click();
  await dialog.getByRole('button', { name: 'Guardar nota' }).scrollIntoViewIfNeeded();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await context.close();
});
