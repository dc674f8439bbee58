import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { submitEnquiry, validEnquiry } from '../../support/http';
import { provideReceiver, provideServer } from '../../support/provide';
import type { Received } from '../../support/receiver';

const SECRET = `whsec_${Buffer.from('una clave secreta de treinta y dos').toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.from('otra clave, también de treinta y dos').toString('base64')}`;
const workflow = JSON.parse(readFileSync('docs/integrar/n8n-leads.json', 'utf8'));
const receiver = provideReceiver();
const server = provideServer(() => ({ env: { LEAD_WEBHOOK_URL: receiver.url, LEAD_WEBHOOK_SECRET: SECRET } }));

describe('the n8n workflow', () => {
  type Node = {
    name: string;
    parameters: { jsCode?: string; responseMode?: string; options?: { rawBody?: boolean } };
  };
  const findNode = (name: string) => workflow.nodes.find((node: Node) => node.name === name) as Node;
  const targetsOf = (name: string): string[] =>
    (workflow.connections[name]?.main ?? []).flat().map(({ node }: { node: string }) => node);

  /** Runs the code node as n8n does by default: an async function body with item and helpers, no `require`. */
  async function verify(message: Received, secrets = [SECRET]) {
    const code = findNode('Verificar firma').parameters.jsCode ?? '';
    const AsyncFunction = (async () => {}).constructor as new (
      ...source: string[]
    ) => (...values: unknown[]) => Promise<{ json: unknown }[]>;
    const run = new AsyncFunction('$input', 'require', code.replace('whsec_PEGÁ_ACÁ_TU_SECRETO', secrets.join("', '")));
    const item = { json: { headers: message.headers } };
    const helpers = { getBinaryDataBuffer: async () => Buffer.from(message.body) };
    const [answer] = await run.call({ helpers }, { first: () => item }, undefined);
    return answer?.json;
  }

  let message: Received;
  beforeAll(async () => {
    const before = receiver.received.length;
    await submitEnquiry(server, validEnquiry);
    await receiver.waitForRequests(before + 1);
    message = receiver.received[before] as Received;
  });

  test('asks for the raw body, answers with what its last node says, and confirms only after it noted the message', () => {
    const { options, responseMode } = findNode('Webhook').parameters;
    expect([options?.rawBody, responseMode]).toEqual([true, 'lastNode']);
    const names = new Set(workflow.nodes.map((node: Node) => node.name));
    const sources = Object.keys(workflow.connections);
    expect([...sources, ...sources.flatMap(targetsOf)].filter((name) => !names.has(name))).toEqual([]);
    expect(targetsOf('¿Ya se procesó?')).toEqual(['Confirmar', 'Procesar']);
    expect(sources.filter((name) => targetsOf(name).includes('Confirmar'))).toEqual(['¿Ya se procesó?', 'Anotar']);
    expect([targetsOf('Procesar'), targetsOf('Salió bien')]).toEqual([['Salió bien'], ['Anotar']]);
  });

  test('takes what the CRM signed, also while the secret changes', async () => {
    const taken = {
      accion: 'mirar',
      id: message.headers['webhook-id'],
      event: 'lead.created',
      payload: JSON.parse(message.body),
    };
    expect(await verify(message)).toEqual(taken);
    expect(await verify(message, [OTHER_SECRET, SECRET])).toEqual(taken);
    await expect(verify(message, [OTHER_SECRET])).rejects.toThrow('La firma no coincide');
  });

  test('signs for itself as Standard Webhooks does, whatever the lengths', async () => {
    const at = new Date();
    for (const length of [0, 1, 40, 55, 56, 63, 64, 65, 119, 120, 5000]) {
      const secret = `whsec_${randomBytes(24 + length).toString('base64')}`;
      const body = JSON.stringify('ñ'.repeat(length));
      const headers = {
        'webhook-id': 'msg_x',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_x', at, body),
      };
      expect(await verify({ path: '', headers, body }, [secret])).toMatchObject({ id: 'msg_x' });
    }
  });

  test('refuses a body, an id or a moment that was changed, an old message and one without a signature', async () => {
    const change = (headers: Record<string, string>) =>
      verify({ ...message, headers: { ...message.headers, ...headers } });
    const mismatch = 'La firma no coincide';
    await expect(verify({ ...message, body: message.body.replace('Marta', 'Marga') })).rejects.toThrow(mismatch);
    await expect(change({ 'webhook-id': 'msg_otro' })).rejects.toThrow(mismatch);
    await expect(change({ 'webhook-signature': '' })).rejects.toThrow(mismatch);
    const old = String(Math.floor(Date.now() / 1000) - 600);
    await expect(change({ 'webhook-timestamp': old })).rejects.toThrow(mismatch);
    const signature = new Webhook(SECRET).sign('msg_viejo', new Date(Number(old) * 1000), message.body);
    const resent = { 'webhook-id': 'msg_viejo', 'webhook-timestamp': old, 'webhook-signature': signature };
    await expect(change(resent)).rejects.toThrow('más de 5 minutos');
  });
});
