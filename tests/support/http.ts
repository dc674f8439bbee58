import type { TestServer } from './server';

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

/** Calls the JSON API as the site's own pages do: with their Origin, and a session cookie if given. */
export async function call(
  server: Pick<TestServer, 'url'>,
  path: string,
  { method, body, cookie, origin, headers }: Call = {},
): Promise<Answer> {
  const response = await fetch(server.url + path, {
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
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text ? JSON.parse(text) : undefined,
  };
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
  const response = await fetch(`${server.url}/webhook/contacto`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: server.url, ...headers },
    body: new URLSearchParams({ submission_id: crypto.randomUUID(), ...fields }),
  });
  return { status: response.status, headers: response.headers, text: await response.text(), json: undefined };
}
