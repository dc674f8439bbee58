import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { validEnquiry } from '../http';
import { findFreePort } from '../server';
import { openScratchRoot } from './root';

const GUIDE = 'docs/operar.md';
const SITE_URL = 'https://crm.ejemplo.com';

/** A block of commands in the guide, and the heading under which it stands. */
export type Block = { heading: string; text: string };

/** Blocks that this machine cannot run, and why: any other is run. */
const ELSEWHERE: [RegExp, string][] = [
  [/^(export .*\n)?docker compose /, 'there is no Docker here'],
  [/litestream/i, 'npm run test:integrations rehearses it with the real program'],
  [/nginx|caddy|crm@/i, 'needs a proxy'],
];

/** Every block of commands, in the guide's order. */
export function readBlocks(): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  for (const [, title, text] of readFileSync(GUIDE, 'utf8').matchAll(/^#+ (.+)$|^```sh\n([\s\S]*?)^```$/gm)) {
    if (title) heading = title;
    else if (text) blocks.push({ heading, text });
  }
  return blocks;
}

/** Whether the block is for a machine like this one. */
export function runsHere({ text }: Block): boolean {
  return !ELSEWHERE.some(([pattern]) => pattern.test(text));
}

/** A machine on which the guide is followed from its first block to its last. */
export async function openMachine({ realNpm = false } = {}) {
  const port = await findFreePort();
  const root = await openScratchRoot({ realNpm, setting: `PORT=${port}` });
  if (typeof root === 'string') return root;
  const { run, close } = root;

  /** Runs commands that must do what they say. */
  async function must(text: string): Promise<string> {
    const { code, output } = await run(text);
    expect([text, output, code]).toEqual([text, output, 0]);
    return output;
  }

  return {
    run,
    close,
    must,
    /** A block, with the name of the newest backup where the guide shows one as an example. */
    follow: ({ text }: Block) =>
      must(
        text.replace(
          /\/var\/backups\/crm\/crm-\d{4}-[\w-]+Z\.sqlite/g,
          '$(ls -t /var/backups/crm/crm-2*.sqlite | head -n 1)',
        ),
      ),
    async answers(): Promise<boolean> {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
      return answer?.ok === true;
    },
    async enquire(email: string): Promise<void> {
      const { status } = await fetch(`http://127.0.0.1:${port}/webhook/contacto`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: SITE_URL },
        body: new URLSearchParams({ ...validEnquiry, email }),
      });
      expect(status).toBe(303);
    },
    /** The leads in the service's database, as its own command exports them from any folder. */
    exportLeads: () => must('cd / && sudo crm export leads'),
  };
}

export type Machine = Exclude<Awaited<ReturnType<typeof openMachine>>, string>;
