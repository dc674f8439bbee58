import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScratchRoot, type ScratchRoot } from '../support/guide/root';
import { findFreePort } from '../support/server';

const CODE = '/opt/crm/source';
const LAYERS = '/built';

let root: ScratchRoot;
let port: number;
beforeAll(async () => {
  port = await findFreePort();
  root = await openScratchRoot({ siteUrl: 'https://crm.prueba.com.uy', setting: '' });
});
afterAll(() => root?.close());

/** Instructions with their continued lines, without comments. */
function readInstructions(): [name: string, rest: string][] {
  return readFileSync('Dockerfile', 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [, name, rest] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
      return name && rest ? [[name, rest]] : [];
    });
}

async function must(text: string): Promise<string> {
  const { code, output } = await root.run(text);
  expect([text, output, code]).toEqual([text, output, 0]);
  return output;
}

/** Both stages in one root: what the first one made is put aside where the second begins. */
const COMMANDS: Record<string, (rest: string, from?: string) => string> = {
  WORKDIR: (folder) => `mkdir -p ${folder}`,
  COPY: (rest) => {
    const [, aside, from = '', to = ''] = /^(--from=build )?(.+) (\S+)$/.exec(rest) ?? [];
    if (aside) return `mkdir -p "$(dirname ${to})" && cp -rL ${LAYERS}${from} ${to}`;
    // npm's stand-in needs what it would have installed.
    if (from !== '.')
      return `cp ${from.replace(/\S+/g, `${CODE}/$&`)} ${to} && mkdir node_modules && mount --bind ${CODE}/node_modules node_modules`;
    return `tar -C ${CODE} --exclude=./node_modules -cf - . | tar -xf -`;
  },
  RUN: (rest) => rest,
};

test('the Dockerfile, line by line without Docker, makes an image that starts, is healthy and takes the operator’s commands', {
  timeout: 300_000,
}, async () => {
  await must(`useradd --create-home node; cp -L ${CODE}/node_modules/.bin/node /usr/local/bin/node`);
  const instructions = readInstructions();
  const stages = instructions.map(([name], index) => (name === 'FROM' ? index : -1)).filter((index) => index >= 0);
  expect(stages).toHaveLength(2);
  let env = '';
  for (const [index, [name, rest]] of instructions.entries()) {
    if (index === stages[1]) await must(`mkdir ${LAYERS} && mv /app ${LAYERS}/app`);
    if (name === 'ENV') env = rest.replace(/ +/g, ' ');
    const command = COMMANDS[name]?.(rest);
    if (command) await must(name === 'WORKDIR' ? command : `cd /app && ${command}`);
  }
  const last = (wanted: string) => instructions.findLast(([name]) => name === wanted)?.[1] ?? '';
  const words: string[] = JSON.parse(last('CMD'));
  expect(last('USER')).toBe('node');
  const settings = `${env} PORT=${port} HOST=127.0.0.1`;
  const asUser = 'setpriv --reuid=node --regid=node --init-groups --no-new-privs --bounding-set=-all';
  await must(
    `cd /app && (env ${settings} ${asUser} ${words.join(' ')} > /tmp/image.log 2>&1 & echo $! > /tmp/image.pid)`,
  );
  try {
    const [, probe = '[]'] = /CMD (\[.+\])$/.exec(last('HEALTHCHECK')) ?? [];
    const [node = '', flag = '', script = ''] = JSON.parse(probe) as string[];
    const isHealthy = async () => (await root.run(`env ${settings} ${node} ${flag} '${script}'`)).code;
    await expect.poll(isHealthy).toBe(0);
    expect(await must(`env ${settings} ${asUser} crm check --offline`)).toContain('✓ Base');
    expect(await must('stat -c "%U %a" /data /data/crm.sqlite')).toBe('node 700\nnode 600\n');
  } finally {
    await root.run('kill $(cat /tmp/image.pid)');
  }
});
