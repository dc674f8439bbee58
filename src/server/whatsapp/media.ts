import { z } from 'zod';
import { whatsappErrors as errors } from '~/shared/strings/lead/conversation';
import { AppError } from '../app-error';
import { openConnection } from './connection';
import { fileHeaders } from './file-headers';
import { callGraph, fetchFile, GraphError } from './graph';

/** WhatsApp's own limit for all but documents. */
const LARGEST = 16 * 2 ** 20;
/** Files that pass at once. Each holds two connections and little memory. */
const MOST_AT_ONCE = 8;
const PATIENCE_MS = 5 * 60_000;

/** Meta's code for an id that leads nowhere. */
const NOT_THERE = 100;

let passing = 0;

const fileSchema = z.looseObject({
  url: z.url(),
  mime_type: z.string().optional(),
  file_size: z.coerce.number().optional(),
});

/** A file as a message names it. */
export type KnownFile = { media_id: string; mime_type: string | null; file_name: string | null };

/**
 * Passes a file on from Meta, which keeps it for some days, and stores nothing. Ends when `signal` aborts, or past 16 MB.
 * @throws {AppError} `not_found` if Meta has it no more; `too_large`; `conflict` without a number; `busy` if Meta does
 *   not give it, or too many pass already.
 */
export async function passFile(known: KnownFile, signal: AbortSignal): Promise<Response> {
  const connection = openConnection();
  if (!connection) throw new AppError('conflict', { message: errors.notConnected });
  if (passing >= MOST_AT_ONCE) throw busy(errors.fileBusy);
  passing++;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const { file, type } = await find(connection, known, limit);
    const bytes = passWithin(file, () => passing--);
    return new Response(bytes, {
      headers: fileHeaders(type, known.file_name, file.headers.get('content-length')),
    });
  } catch (error) {
    passing--;
    throw error instanceof AppError ? error : busy(errors.fileUnread, error);
  }
}

async function find(access: { token: string }, known: KnownFile, signal: AbortSignal) {
  const told = fileSchema.parse(await ask(access, known.media_id, signal));
  requireSmall(told.file_size);
  const file = await fetchFile(access, told.url, signal);
  if (file.ok && file.body) {
    const length = file.headers.get('content-length');
    if (length === null || Number(length) <= LARGEST)
      return { file, type: told.mime_type ?? known.mime_type };
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
    throw error instanceof GraphError && error.code === NOT_THERE ? gone(error) : error;
  }
}

function requireSmall(size: number | undefined): void {
  if (size !== undefined && size > LARGEST) throw new AppError('too_large', { message: errors.fileLarge });
}

/** The body as it comes, cut past the limit; `end` is called once, whatever ends it. */
function passWithin({ body }: Response, end: () => void): ReadableStream<Uint8Array> {
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
        if (size > LARGEST) throw new RangeError('the file is larger than it was said to be');
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

const busy = (message: string, cause?: unknown) =>
  new AppError('busy', { message, retryAfterSeconds: 5, cause });
