const LIMIT_BYTES = 4096;

/**
 * The start of an answer as text: at most 4 KB, and what arrives within `patienceMs`. Then the connection is cut,
 * however large or slow the answer. Never throws.
 */
export async function readStart(response: Response, patienceMs: number): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  const timer = setTimeout(() => void cut(), patienceMs);
  try {
    for (let size = 0; size < LIMIT_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.byteLength;
    }
  } catch {
    // The connection broke; what arrived is still useful.
  } finally {
    clearTimeout(timer);
  }
  await cut();
  return Buffer.concat(chunks).subarray(0, LIMIT_BYTES).toString('utf8').replaceAll('\0', '');

  /** Also ends a pending read. */
  async function cut(): Promise<void> {
    try {
      await reader.cancel();
    } catch {
      // It has already ended or failed.
    }
  }
}

/** The wait an answer asks for, in milliseconds (RFC 9110 section 10.2.3: seconds or a date). */
export function readRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
