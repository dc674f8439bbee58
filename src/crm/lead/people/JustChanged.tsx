import { useStore } from '@nanostores/react';
import { leadFields } from '~/shared/strings/lead/fields';
import { peopleStrings } from '~/shared/strings/lead/people';
import { $recentActs } from './acts';

/**
 * Stands beside the name of a field of the open lead, and says for some seconds which colleague has just changed it. Readers hear
 * that once, of `WhoIsHere`.
 */
export function JustChanged({ name }: { name: string }) {
  const act = useStore($recentActs).findLast(
    ({ field }) => leadFields[field as keyof typeof leadFields] === name,
  );
  return (
    act && (
      <span aria-hidden="true" className="just-changed">
        {peopleStrings.justNow(act.actor_name.split(' ', 1)[0] ?? '')}
      </span>
    )
  );
}
