import { describeBrowser } from '~/shared/accounts/describe-browser';
import type { Resting } from '~/shared/resting/resting';
import { selectResting } from './resting-queries';

/** All that rests, after a restore or the reset of an account, by kind. */
export function listResting(): Resting[] {
  return selectResting()
    .all()
    .map((one) => (one.kind === 'device' ? { ...one, name: describeBrowser(one.name) } : one));
}
