import { createHmac } from 'node:crypto';

/** The signature of a message's id, timestamp and body (Standard Webhooks), by a secret 'whsec_…' in base64. */
export function signMessage(text: string, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return createHmac('sha256', key).update(text).digest('base64');
}
