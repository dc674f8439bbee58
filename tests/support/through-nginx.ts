import { Agent, request } from 'node:https';
import { type Nginx, PUBLIC_NAME, PUBLIC_URL } from './nginx';
import { within } from './within.ts';

export type ProxyRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | undefined;
};

export type ProxyAnswer = { status: number; type: string; headers: Record<string, unknown>; text: string };

/** A client of the public name with one kept-alive connection, as a browser has. `localAddress`: not 127.0.0.1. */
export function makeClient(nginx: Nginx, from: { localAddress?: string } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false, ...from });
  return {
    /** Rejects if the answer is incomplete or missing. */
    ask: ({ method = 'GET', path, headers = {}, body }: ProxyRequest) => {
      const answered = new Promise<ProxyAnswer>((resolve, reject) => {
        const sent = request(
          {
            agent,
            method,
            path,
            host: '127.0.0.1',
            port: nginx.port,
            servername: PUBLIC_NAME,
            headers: {
              host: PUBLIC_NAME,
              origin: PUBLIC_URL,
              ...headers,
              ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
            },
          },
          (answer) => {
            const parts: Buffer[] = [];
            answer.on('data', (part: Buffer) => parts.push(part));
            answer.on('error', reject);
            answer.on('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                type: answer.headers['content-type'] ?? '',
                headers: answer.headers,
                text: Buffer.concat(parts).toString(),
              }),
            );
          },
        );
        sent.on('error', reject);
        sent.end(body);
      });
      return within(answered, () => `nginx's answer to ${method} ${path}`);
    },
    close: () => agent.destroy(),
  };
}

/** A contact form's post as browsers without JavaScript send it. */
export const enquiryBy = (fields: Record<string, string>): ProxyRequest => ({
  method: 'POST',
  path: '/webhook/contacto',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  },
  body: new URLSearchParams(fields).toString(),
});
