import { toAppError } from '~/server/app-error';
import { log } from '~/server/log';

/**
 * What a page reads before it is drawn; null where that failed, which is logged: the page then stands, says what is
 * missing in its place, and offers to try again.
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
