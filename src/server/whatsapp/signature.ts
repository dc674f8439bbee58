import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Visit } from '../http/visit';

const SIGNATURE = /^sha256=([\da-f]{64})$/i;

/** The hexadecimal signature in a webhook's header; null without a well-formed one. */
export function readSignature(visit: Visit): string | null {
  return SIGNATURE.exec(visit.header('x-hub-signature-256') ?? '')?.[1] ?? null;
}

/** Whether Meta has signed these bytes: it shares the app's secret. */
export function isSignedByMeta(bytes: Buffer, appSecret: string, signature: string | null): boolean {
  if (signature === null) return false;
  const own = createHmac('sha256', appSecret).update(bytes).digest();
  return timingSafeEqual(own, Buffer.from(signature, 'hex'));
}
