import { createHmac } from 'node:crypto';

/**
 * The `webhook-signature` header by Standard Webhooks (https://www.standardwebhooks.com): one signature by each secret
 * 'whsec_…', over the message's id, its timestamp (seconds since 1970) and its body.
 */
export function signWebhook(id: string, timestamp: string, body: string, secrets: readonly string[]): string {
  return secrets.map((secret) => `v1,${sign(`${id}.${timestamp}.${body}`, secret)}`).join(' ');
}

function sign(text: string, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return createHmac('sha256', key).update(text).digest('base64');
}
