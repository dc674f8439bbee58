import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { makePerson, type Person } from '../support/accounts.ts';
import { newContext } from '../support/browser.ts';
import { withDatabase } from '../support/database.ts';
import { call } from '../support/http.ts';
import { waitForIslands } from '../support/hydrated.ts';
import { startServer, type TestServer } from '../support/server.ts';

const LEADS = 2000;

/** A device: viewport, input, and CPU slowdown against this machine. */
export type Screen = {
  name: string;
  viewport: { width: number; height: number };
  cpu: number;
  isPhone?: boolean;
};

/** A mid-range phone, as Lighthouse simulates one. */
export const PHONE: Screen = {
  name: 'teléfono',
  viewport: { width: 360, height: 740 },
  cpu: 4,
  isPhone: true,
};
export const DESK: Screen = { name: 'escritorio', viewport: { width: 1440, height: 900 }, cpu: 1 };
export const SLOW_LAPTOP: Screen = { ...DESK, name: 'portátil lento', cpu: 4 };

/** 'Slow 4G': latency in ms, throughput in bytes per second. */
export const SLOW_4G = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

/** A row of a printed and stored table. */
export type Row = Record<string, string | number>;

/** Browser profile options for this screen. */
export function contextOptions({ viewport, isPhone = false }: Screen) {
  return { viewport, deviceScaleFactor: isPhone ? 3 : 1, isMobile: isPhone, hasTouch: isPhone };
}

/** The panel on this screen, signed in and hydrated. */
export async function openPanel(browser: Browser, server: TestServer, person: Person, screen: Screen): Promise<Page> {
  const page = await (await newContext(browser, server, { person, ...contextOptions(screen) })).newPage();
  await page.goto('/panel');
  await waitForIslands(page);
  return page;
}

/** Throttles the page's CPU for its screen; returns the CDP session. */
export async function throttle(context: BrowserContext, page: Page, { cpu }: Screen): Promise<CDPSession> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  return cdp;
}

/** A server with two thousand leads, of which a panel shows fifty, and two users. */
export async function startPanelServer(): Promise<{ server: TestServer; ana: Person; beto: Person }> {
  const server = await startServer({ env: { RATE_LIMIT_SCALE: '1000000' } });
  fill(server);
  return {
    server,
    ana: makePerson(server, { name: 'Ana Activa' }),
    beto: makePerson(server, { name: 'Beto Bravo' }),
  };
}

const ESTADOS = ['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido'] as const;
const PAISES = ['Argentina', 'México', 'España', 'Chile', null] as const;
const TIPOS = ['profesional', 'inmobiliaria', 'constructora', 'otros'] as const;
const NOMBRES = ['Marta', 'Julián', 'Sofía', 'Andrés', 'Lucía', 'Tomás', 'Valentina', 'Íñigo', 'Camila'] as const;
const APELLIDOS = ['Giménez', 'Ibáñez', 'Sosa', 'Quiroga', 'Núñez', 'Fernández', 'Paredes'] as const;

/** The same leads each time, all different: equal ones would compress unrealistically well. */
function fill(server: TestServer): void {
  withDatabase(server, (db) => {
    const insert = db.prepare(
      `INSERT INTO leads
         (nombre, email, email_key, whatsapp, phone_key, estado, pais, client_type, source, mensaje, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'landing', ?, ?)`,
    );
    const now = Date.now();
    db.transaction(() => {
      for (let i = 0; i < LEADS; i++) {
        const digits = String(10_000_000 + ((i * 7_654_321) % 89_999_999));
        const first = NOMBRES[i % 9] as string;
        const last = APELLIDOS[i % 7] as string;
        const email = `${first}.${last}.${i}@inmobiliaria${(i * 31) % 97}.example.com`
          .normalize('NFD')
          .replace(/\p{M}/gu, '')
          .toLowerCase();
        insert.run(
          `${first} ${last} ${i}`,
          email,
          email,
          `+54 9 11 ${digits.slice(0, 4)}-${digits.slice(4)}`,
          `5411${digits}`,
          ESTADOS[(i * 7) % 5] as string,
          PAISES[(i * 3 + (i >> 3)) % 5] as string | null,
          TIPOS[(i + (i >> 2)) % 4] as string,
          `Consulta ${i}: manejamos ${(i * 13) % 240} propiedades en la zona ${(i * 17) % 31} y queremos responder de noche.`,
          new Date(now - (LEADS - i) * 7 * 60_000).toISOString(),
        );
      }
    })();
  });
}

let created = 0;

/** Creates a lead as another user, each of another person; returns its id. */
export async function createLead(server: TestServer, { cookie }: Person, nombre: string): Promise<number> {
  created += 1;
  const { json } = await call(server, '/api/leads', {
    cookie,
    body: { nombre, email: `vivo.${created}@x.example.com`, pais: 'Chile', whatsapp: `+56 9 ${50_000_000 + created}` },
  });
  return json.lead.id;
}

/** Advances a lead's status as another user. */
export async function changeStatus(server: TestServer, { cookie }: Person, id: number, n: number): Promise<void> {
  const estado = ESTADOS[n % ESTADOS.length] as string;
  await call(server, `/api/leads/${id}`, { method: 'PATCH', cookie, body: { estado } });
}

/** The median; NaN for an empty list. */
export function takeMedian(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
