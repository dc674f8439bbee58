import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { call, submitEnquiry, validEnquiry } from '../http';
import { cookieIn } from '../second-factor';
import { findFreePort } from '../server';
import { openScratchRoot } from './root';

const GUIDE = 'docs/operar.md';
/** In place of the guide's example, which nothing can be installed for. */
const SITE_URL = 'https://crm.prueba.com.uy';

/** A command block in the guide, with its heading. */
export type Block = { heading: string; text: string };

/** Blocks that cannot run here, and why. All others run. */
const NOT_RUN_HERE: [RegExp, string][] = [
  [/PUBLIC_CRM_URL/, 'tests/integration/landing-build.slow.test.ts builds it'],
  [/litestream/i, 'tests/slow/litestream.test.ts rehearses it with the real program'],
  [/nginx|caddy|crm@/i, 'needs a proxy'],
];

/** Every command block, in order. */
export function readBlocks(): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  for (const [, title, text] of readFileSync(GUIDE, 'utf8').matchAll(/^#+ (.+)$|^```sh\n([\s\S]*?)^```$/gm)) {
    if (title) heading = title;
    else if (text) blocks.push({ heading, text });
  }
  return blocks;
}

export function runsHere({ text }: Block): boolean {
  return !NOT_RUN_HERE.some(([pattern]) => pattern.test(text));
}

/** A machine on which the guide's blocks run in order. */
export async function openMachine({ realNpm = false } = {}) {
  const port = await findFreePort();
  const root = await openScratchRoot({ realNpm, siteUrl: SITE_URL, setting: `PORT=${port}` });
  const { run, close } = root;

  /** Runs commands that must succeed. */
  async function must(text: string): Promise<string> {
    const { code, output } = await run(text);
    expect([text, output, code]).toEqual([text, output, 0]);
    return output;
  }

  const service = { url: `http://127.0.0.1:${port}` };
  const headers = { origin: SITE_URL };

  return {
    run,
    close,
    must,
    /** An administrator's session cookie, signed in through the service. */
    async signIn(): Promise<string> {
      const account = { email: 'lectora@equipo.example.com', password: 'cuatro caballos verdes' };
      await must(
        `printf '%s' '${account.password}' | sudo crm create-admin --email ${account.email} --name Lectora --password-stdin`,
      );
      const answer = await call(service, '/api/auth/sign-in', { body: account, headers });
      expect(answer.status).toBe(200);
      return cookieIn(answer, '__Host-sid');
    },
    /**
     * Does something while a client goes on reading what needs the release's files: a page, a report and its workbook.
     * @returns what the act did, and every answer but 200.
     */
    async whileReading<Result>(cookie: string, act: () => Promise<Result>): Promise<[Result, string[]]> {
      const refused: string[] = [];
      let isOver = false;
      const paths = ['/panel/numeros', '/api/reports', '/api/reports/workbook', '/api/reports/csv'];
      const read = async () => {
        do {
          for (const path of paths) {
            const { status } = await call(service, path, { cookie, headers }).catch(({ message }) => ({
              status: message,
            }));
            if (status !== 200) refused.push(`${path}: ${status}`);
          }
        } while (!isOver);
      };
      const reading = read();
      try {
        return [await act(), refused];
      } finally {
        isOver = true;
        await reading;
      }
    },
    /** Runs a block; the example backup name is replaced by the newest one's. */
    follow: ({ text }: Block) =>
      must(
        text.replace(
          /\/var\/backups\/crm\/crm-\d{4}-[\w-]+Z\.sqlite/g,
          '$(ls -t /var/backups/crm/crm-2*.sqlite | head -n 1)',
        ),
      ),
    answers: () => answersOn(port),
    async enquire(email: string): Promise<void> {
      const { status } = await submitEnquiry(service, { ...validEnquiry, email }, headers);
      expect(status).toBe(303);
    },
    /** The service's leads, exported by its own command, which works from any folder. */
    exportLeads: () => must('cd / && sudo crm export leads'),
  };
}

export async function answersOn(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
  return answer?.ok === true;
}

export type Machine = Awaited<ReturnType<typeof openMachine>>;
