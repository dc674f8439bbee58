import { errorStrings } from '~/shared/strings/errors';
import { ApiError } from '../api-client';
import { showToast } from './toasts';

/** Shows what the server said went wrong, or `fallback` where it gave no reason that people could use. */
export function showFailure(error: unknown, fallback: string = errorStrings.unexpected): void {
  const hasReason = error instanceof ApiError && error.code !== 'network' && error.code !== 'unexpected';
  showToast({ tone: 'error', text: hasReason ? error.message : fallback });
}
