import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { addDays } from '~/shared/leads/days';
import { makePerson, PASSWORD, type Person } from '../support/accounts';
import { intercept } from '../support/browser';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForIslands } from '../support/hydrated';
import { newWord } from '../support/new-word';
import { makeLead, nameOf, rowOf } from '../support/panel';
import { startServer, type TestServer } from '../support/server';
import { openCrm, openStage, server } from '../support/stage';

openStage();

/** An action on a lead in the panel, its result, and the single event recorded. */
type Act = {
  before?: (patch: (path: string, body: object, method?: string) => Promise<unknown>) => Promise<unknown>;
  /** Opens what is read before. */
  open?: (page: Page, nombre: string) => Promise<unknown>;
  press: (page: Page, nombre: string) => Promise<unknown>;
  /** Answers the follow-up question, unless a question of ours came between. */
  answer?: (page: Page) => Promise<unknown>;
  after: () => Record<string, unknown>;
  told: string;
};

const inMenu = (page: Page, menu: string, choice: string) =>
  page.getByRole('dialog', { name: menu }).getByRole('button', { name: choice }).click();

const ACTS: Record<string, Act> = {
  'a next contact': {
    press: async (page, nombre) => {
      await rowOf(page, nombre)
        .getByRole('button', { name: /^Agendar a/ })
        .click();
      await inMenu(page, 'Próximo contacto', 'En 3 días');
    },
    after: () => ({ next_contact_on: addDays(new Date().toISOString().slice(0, 10), 3) }),
    told: 'next_contact_on',
  },
  'a lost one, and why': {
    press: async (page, nombre) => {
      await rowOf(page, nombre).getByRole('button', { name: 'Nuevo', exact: true }).click();
      await inMenu(page, 'Cambiar estado a:', 'Perdido');
    },
    answer: (page) => page.getByRole('button', { name: 'Precio', exact: true }).click(),
    after: () => ({ estado: 'perdido', lost_reason: 'precio' }),
    told: 'estado',
  },
  'a sale, and its plan': {
    press: async (page, nombre) => {
      await rowOf(page, nombre).getByRole('button', { name: 'Nuevo', exact: true }).click();
      await inMenu(page, 'Cambiar estado a:', 'Ganado');
    },
    answer: (page) =>
      page
        .getByRole('button', { name: /^Agente de IA/ })
        .first()
        .click(),
    after: () => ({ estado: 'ganado', plan: 'agente-ia' }),
    told: 'estado',
  },
  'how a call ended': {
    before: (send) => send('/contacts', { channel: 'call' }, 'POST'),
    press: (page, nombre) => rowOf(page, nombre).getByRole('button', { name: 'Dejé mensaje', exact: true }).click(),
    after: () => ({ estado: 'nuevo' }),
    told: 'call_ended',
  },
  'that it was reached': {
    before: (send) => send('/contacts', { channel: 'email' }, 'POST'),
    press: (page, nombre) => rowOf(page, nombre).getByRole('button', { name: 'Sí', exact: true }).click(),
    after: () => ({ estado: 'contactado' }),
    told: 'contact_confirmed',
  },
  'a handover': {
    open: async (page, nombre) => {
      await nameOf(page, nombre).click();
      await page.getByRole('dialog', { name: nombre }).getByLabel('Responsable').waitFor();
    },
    press: (page, nombre) =>
      page.getByRole('dialog', { name: nombre }).getByLabel('Responsable').selectOption('Beto Bravo'),
    after: () => ({ owner_name: 'Beto Bravo' }),
    told: 'owner_id',
  },
};

const isWrite = (method: string, url: string) => method !== 'GET' && !url.endsWith('/presence');

/** Faults between a press and its answer; the returned function repairs them. */
const FAULTS: Record<string, (page: Page, person: Person, site: TestServer) => Promise<() => unknown>> = {
  'its answer is lost': async (page) => {
    let isLost = false;
    await intercept(page, '**/api/leads/**', async (route) => {
      const request = route.request();
      if (isLost || !isWrite(request.method(), request.url())) return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    const sentAgain = new Promise<void>((resolve) =>
      page.on('response', (answer) => {
        if (isWrite(answer.request().method(), answer.url())) resolve();
      }),
    );
    return () => sentAgain;
  },
  'there is no connection': async (page) => {
    await page.context().setOffline(true);
    return async () => {
      await page.getByText(/cambios? esperan? y se/).waitFor();
      await page.context().setOffline(false);
    };
  },
  'its session has ended': async (page, person, site) => {
    // With the press's own call: whatever the page asks for after that would ask to sign in, and hide what is pressed.
    let hasEnded = false;
    await intercept(page, '**/api/leads/**', (route) => {
      const request = route.request();
      if (!hasEnded && isWrite(request.method(), request.url())) {
        hasEnded = true;
        withDatabase(site, (db) =>
          db
            .prepare("UPDATE sessions SET idle_expires_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ?")
            .run(person.id),
        );
      }
      return route.continue();
    });
    return async () => {
      const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' });
      await dialog.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Seguir' }).click();
    };
  },
};

async function tryAct(page: Page, person: Person, site: TestServer, name: string, fault: string) {
  const act = ACTS[name] as Act;
  const { id, nombre } = await makeLead(site, person, { nombre: `Acto ${newWord()}` });
  await act.before?.((path, body, method = 'PATCH') =>
    call(site, `/api/leads/${id}${path}`, { cookie: person.cookie, body, method }),
  );
  await page.goto(`/panel?q=${nombre.split(' ')[1]}`);
  await waitForIslands(page);
  await act.open?.(page, nombre);
  const mend = await (FAULTS[fault] ?? restart)(page, person, site);
  await act.press(page, nombre);
  // Signing in again closes the follow-up question.
  const isAnswered = act.answer && fault !== 'its session has ended';
  if (isAnswered) await act.answer?.(page);
  await mend();
  const whole = act.after();
  const after = act.answer && !isAnswered ? { estado: whole.estado } : whole;
  await expect
    .poll(() => readLead(site, id, act.told), { message: `${name}, ${fault}` })
    .toMatchObject({ ...after, told: 1 });
}

const readLead = (site: TestServer, id: number, told: string) =>
  withDatabase(site, (db) =>
    db
      .prepare(
        `SELECT leads.*, profiles.name AS owner_name,
           (SELECT count(*) FROM lead_events WHERE lead_id = leads.id AND :told IN (type, field)) AS told
         FROM leads LEFT JOIN profiles ON profiles.id = owner_id WHERE leads.id = :id`,
      )
      .get({ id, told }),
  );

/** Stops the server during a press. */
async function restart(_page: Page, _person: Person, site: TestServer) {
  await site.stop({ keep: true });
  return async () => {
    Object.assign(site, await startServer({ folder: site.folder, port: site.port }));
  };
}

for (const fault of Object.keys(FAULTS))
  test(`each act with a lead is done once though ${fault}`, async () => {
    makePerson(server, { name: 'Beto Bravo' });
    for (const name of Object.keys(ACTS)) {
      const person = makePerson(server, { name: 'Ana' });
      const page = await openCrm(person);
      await tryAct(page, person, server, name, fault);
      await page.context().close();
    }
  });

test('each act with a lead is done once though the server starts again', async () => {
  const site = await startServer();
  try {
    makePerson(site, { name: 'Beto Bravo' });
    const person = makePerson(site, { name: 'Ana' });
    const page = await openCrm(person, '/panel', { site });
    for (const name of Object.keys(ACTS)) await tryAct(page, person, site, name, 'the server starts again');
  } finally {
    await site.stop();
  }
});
