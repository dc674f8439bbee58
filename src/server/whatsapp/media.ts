import { z } from 'zod';
import { whatsappErrors as errors } from '~/shared/strings/lead/conversation';
import { AppError } from '../app-error';
import { openConnection } from './connection';
import { callGraph, fetchFile, GraphError } from './graph';

/** WhatsApp's own limit for all but documents. */
const MAX_FILE_BYTES = 16 * 2 ** 20;
/** Files streamed at once. Each holds two connections and little memory. */
const MAX_CONCURRENT = 8;
const TIMEOUT_MS = 5 * 60_000;

/** Meta's code for an unknown id. */
const NOT_FOUND_CODE = 100;

let passing = 0;

const fileSchema = z.looseObject({
  url: z.url(),
  mime_type: z.string().optional(),
  file_size: z.coerce.number().optional(),
});

/** A file as a message describes it. */
type KnownFile = { media_id: string; mime_type: string | null; file_name: string | null };

/**
 * Streams a file from Meta, which keeps it for some days; stores nothing. Ends when `signal` aborts, or past 16 MB.
 * @throws {AppError} `not_found` if Meta no longer has it; `too_large`; `conflict` without a number; `busy` if Meta fails
 *   or too many files are being streamed.
 */
export async function streamFile(known: KnownFile, signal: AbortSignal): Promise<Response> {
  const connection = openConnection();
  if (!connection) throw new AppError('conflict', { message: errors.notConnected });
  if (passing >= MAX_CONCURRENT) throw busy(errors.fileBusy);
  passing++;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const { file, type } = await find(connection, known, limit);
    const bytes = limitBody(file, () => passing--);
    return new Response(bytes, {
      headers: fileHeaders(type, known.file_name, file.headers.get('content-length')),
    });
  } catch (error) {
    passing--;
    throw error instanceof AppError ? error : busy(errors.fileUnread, error);
  }
}

async function find(access: { token: string }, known: KnownFile, signal: AbortSignal) {
  const metadata = fileSchema.parse(await ask(access, known.media_id, signal));
  requireSmall(metadata.file_size);
  const file = await fetchFile(access, metadata.url, signal);
  if (file.ok && file.body) {
    const length = file.headers.get('content-length');
    if (length === null || Number(length) <= MAX_FILE_BYTES)
      return { file, type: metadata.mime_type ?? known.mime_type };
  }
  await file.body?.cancel();
  if (file.ok) requireSmall(Number(file.headers.get('content-length')));
  if (file.status === 404 || file.status === 410) throw gone();
  throw new Error(`Meta's files answered ${file.status}`);
}

async function ask(access: { token: string }, id: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await callGraph(access, encodeURIComponent(id), { signal });
  } catch (error) {
    throw error instanceof GraphError && error.code === NOT_FOUND_CODE ? gone(error) : error;
  }
}

function requireSmall(size: number | undefined): void {
  if (size !== undefined && size > MAX_FILE_BYTES) throw new AppError('too_large', { message: errors.fileLarge });
}

/** Streams the body up to the limit; calls `end` once, however it ends. */
function limitBody({ body }: Response, end: () => void): ReadableStream<Uint8Array> {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let size = 0;
  let hasEnded = false;
  const endOnce = () => {
    if (!hasEnded) end();
    hasEnded = true;
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          endOnce();
          controller.close();
          return;
        }
        size += value.byteLength;
        if (size > MAX_FILE_BYTES) throw new RangeError('the file is larger than it was said to be');
        controller.enqueue(value);
      } catch (error) {
        endOnce();
        await reader.cancel().catch(() => {});
        throw error;
      }
    },
    async cancel(reason) {
      endOnce();
      await reader.cancel(reason);
    },
  });
}

const gone = (cause?: unknown) => new AppError('not_found', { message: errors.fileGone, cause });

const busy = (message: string, cause?: unknown) => new AppError('busy', { message, retryAfterSeconds: 5, cause });

const PDF = 'application/pdf';

/** Shown alone, a picture or film is a page with itself in it. Chrome opens no PDF so; its viewer is closed anyway. */
const SANDBOXED = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; ";

/** What a browser shows by itself, and in which nothing of the sender's runs. */
const INLINE_TYPES = new Set([
  ...['image/jpeg', 'image/png', 'image/webp', 'image/gif', PDF],
  ...['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'video/mp4', 'video/3gpp'],
]);

/**
 * Headers with which a stranger's file may be opened on this site: shown if it is of a harmless type, else only
 * downloaded, and never taken for another type.
 */
export function fileHeaders(
  declaredType: string | null,
  name: string | null,
  length: string | null,
): Record<string, string> {
  const type = declaredType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isShown = INLINE_TYPES.has(type);
  return {
    'content-type': isShown ? type : 'application/octet-stream',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}${describeName(name)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': `${type === PDF ? '' : SANDBOXED}frame-ancestors 'none'`,
    ...(length !== null && /^\d+$/.test(length) && { 'content-length': length }),
  };
}

/** A name as RFC 6266 writes it, for old and new browsers. */
function describeName(name: string | null): string {
  if (name === null) return '';
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
