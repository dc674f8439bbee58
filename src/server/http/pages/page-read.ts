import { toAppError } from '~/server/app-error';
import { log } from '~/server/log';

/**
 * Reads data before a page is rendered. A failure is logged and gives null; the page then says so and offers a retry.
 */
export async function readForPage<Value>(read: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (thrown) {
    const error = toAppError(thrown);
    log.error({ event: 'page_read_failed', code: error.code, err: error.cause ?? error });
    return null;
  }
}
