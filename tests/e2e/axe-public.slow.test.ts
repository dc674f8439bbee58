import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { confirmNow, makePerson, PASSWORD, type Person } from '../support/accounts';
import { makeAgents, makeCompany } from '../support/companies';
import { WHOLE } from '../support/landing';
import { providePerson } from '../support/provide';
import { setUpTotp } from '../support/second-factor';
import { button, openStage, server } from '../support/stage';
import { type Screen, SIZES, SWEEP_TIMEOUT_MS, sweep } from '../support/sweep';

openStage();

let newcomer: Person;
let coordinator: Person;
const admin = providePerson(server, { roles: ['admin'], name: 'Ana' });
const guarded = providePerson(server);
beforeAll(async () => {
  guarded.cookie = (await setUpTotp(server, guarded)).cookie;
  newcomer = makePerson(server, { mustChangePassword: true });
  const companyId = makeCompany(server, { name: 'Casa Sur', country: 'Chile', plan: 'PRO' });
  makeAgents(server, companyId, 1);
  coordinator = makePerson(server, { roles: ['coordinator'], companyId });
});

const sizes = Object.keys(SIZES) as (keyof typeof SIZES)[];

/** What a page says of its link comes with the server's answer. */
const readRefusal = (page: Page) => page.getByRole('alert').getByText('El enlace ya se usó o venció.').waitFor();

test.each(sizes)(
  '%s axe finds nothing wrong with the public pages, and none is wider than its window',
  async (size) => {
    const dialog: Screen = {
      path: WHOLE,
      reach: async (page) => {
        await page.getByRole('button', { name: 'Quiero el Agente de IA' }).click();
        await page.getByRole('dialog', { name: 'Contactanos' }).waitFor();
      },
    };
    const screens: Record<string, Screen> = {
      landing: { path: WHOLE },
      'monthly prices in guaraníes, compared, a door and a room open': {
        path: WHOLE,
        reach: async (page) => {
          await page.getByRole('radio', { name: 'Mensual' }).check();
          await page.getByText('Comparar los planes').click();
          const currency = page.getByRole('combobox', { name: 'Ver también en' });
          // None once the rates are old.
          if ((await currency.count()) > 0) await currency.selectOption({ index: 2 });
          await page.getByText('Así le contesta a Julia').first().click();
          await page.getByText('Qué pasa acá').last().click();
        },
      },
      'landing for Mexico, compared': {
        path: `/mx${WHOLE.slice(1)}`,
        reach: (page) => page.getByText('Comparar los planes').click(),
      },
      'landing for Spain, offered to a browser of none': { path: `/es${WHOLE.slice(1)}` },
      'contact page for Mexico': { path: '/mx/contacto' },
      'privacy in Spain': { path: '/es/privacidad' },
      menu: {
        path: WHOLE,
        reach: async (page, isPhone) => {
          if (isPhone) await page.getByRole('button', { name: 'Menú' }).click();
        },
      },
      'contact dialog': dialog,
      'contact page': { path: '/contacto' },
      'contact page, corrected': {
        path: '/contacto',
        // The browser logs the 422.
        complaints: 1,
        reach: async (page) => {
          await page.locator('form').evaluate((form: HTMLFormElement) => {
            form.noValidate = true;
            form.requestSubmit();
          });
          await page.getByRole('alert').waitFor();
        },
      },
      thanks: { path: '/gracias' },
      privacy: { path: '/privacidad' },
      terms: { path: '/terminos' },
      'not found': { path: '/no-existe', complaints: 1 },
    };
    expect(await sweep(size, screens)).toEqual([]);
  },
  SWEEP_TIMEOUT_MS,
);

test.each(sizes)(
  '%s nor with the pages of an account',
  async (size) => {
    const eva = makePerson(server);
    const screens: Record<string, Screen> = {
      'sign-in': { path: '/login' },
      'sign-up': { path: '/login?modo=registro' },
      'sign-in, second step': {
        path: '/login',
        reach: async (page) => {
          await page.getByLabel('Email').fill(guarded.email);
          await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
          await button(page, 'Iniciar sesión').click();
          await page.getByRole('heading', { name: 'Verificación en dos pasos' }).waitFor();
        },
      },
      'asking for a link': { path: '/cuenta/recuperar' },
      // The browser logs the refused link.
      'a new password': { path: '/cuenta/restablecer#token=x', complaints: 1, reach: readRefusal },
      'a verified email': { path: '/cuenta/verificar#token=x' },
      'access without a link': { path: '/cuenta/acceso' },
      access: { path: '/cuenta/acceso#token=x' },
      'unsubscribing, damaged link': { path: '/cuenta/baja?token=x' },
      unsubscribing: { path: `/cuenta/baja?topic=leads&token=${'0'.repeat(40)}` },
      unsubscribed: { path: '/cuenta/baja?listo=1' },
      'invitation without a link': { path: '/cuenta/invitacion' },
      invitation: { path: '/cuenta/invitacion#token=x', complaints: 1, reach: readRefusal },
      'first administrator': { path: '/cuenta/administrador#token=x' },
      'first password': { path: '/cuenta/cambiar-contrasena', who: newcomer },
      'confirming who one is': { path: '/cuenta/confirmar?next=/panel', who: admin },
      account: { path: '/cuenta', who: admin },
      'account with a calendar address': {
        path: '/cuenta',
        who: eva,
        reach: async (page) => {
          // A sweep may take longer than a proof lasts.
          confirmNow(server, eva);
          await button(page, 'Crear dirección').click();
          await page.getByLabel('Dirección del calendario').waitFor();
        },
      },
      'adding a passkey': {
        path: '/cuenta',
        who: eva,
        reach: async (page) => {
          confirmNow(server, eva);
          await button(page, 'Agregar una clave de acceso').click();
          await page.getByRole('dialog', { name: 'Agregar una clave de acceso' }).waitFor();
        },
      },
      'second factor, not set up': { path: '/cuenta/verificacion', who: admin },
      'second factor, being set up': {
        path: '/cuenta/verificacion',
        who: eva,
        reach: async (page) => {
          await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
          await page.keyboard.press('Enter');
          await page.getByRole('img', { name: /Código QR/ }).waitFor();
        },
      },
      'second factor, set up': { path: '/cuenta/verificacion', who: guarded },
      'an agency’s own page': { path: '/inmobiliaria', who: coordinator },
      'WhatsApp of a lead that is gone': { path: '/panel/whatsapp?lead=987654', who: admin },
    };
    expect(await sweep(size, screens)).toEqual([]);
  },
  SWEEP_TIMEOUT_MS,
);
