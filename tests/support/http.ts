import type { TestServer } from './server';
import { within } from './within.ts';

type Call = {
  method?: string;
  body?: unknown;
  cookie?: string | undefined;
  /** Null: no Origin, as from a program. */
  origin?: null;
  headers?: Record<string, string>;
};

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it
  json: any;
};

/** `fetch`, with the whole text of the answer. */
export function fetchText(url: string, init: RequestInit = {}): Promise<Omit<Answer, 'json'>> {
  const answer = fetch(url, init).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }));
  return within(answer, () => `the answer to ${init.method ?? 'GET'} ${url}`);
}

/** Calls the JSON API as the site's own pages do: with their Origin, and a session cookie if given. */
export async function call(
  server: Pick<TestServer, 'url'>,
  path: string,
  { method, body, cookie, origin, headers }: Call = {},
): Promise<Answer> {
  const answer = await fetchText(server.url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...(origin !== null && { origin: server.url }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  return { ...answer, json: isJson && answer.text ? JSON.parse(answer.text) : undefined };
}

/** A complete and valid enquiry. */
export const validEnquiry = {
  nombre: 'Marta Giménez',
  email: 'marta@costanera.example.com',
  pais: 'AR',
  telefono: '+5491155554444',
  mensaje: 'Quiero un agente para 40 propiedades.',
};

/** Posts the contact form as a browser does, with a new submission_id unless `fields` has one. */
export async function submitEnquiry(
  server: Pick<TestServer, 'url'>,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetchText(`${server.url}/webhook/contacto`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: server.url, ...headers },
    body: new URLSearchParams({ submission_id: crypto.randomUUID(), ...fields }),
  });
  return { ...answer, json: undefined };
}
