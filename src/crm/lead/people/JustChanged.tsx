import { useStore } from '@nanostores/react';
import { leadFields } from '~/shared/strings/lead/fields';
import { peopleStrings } from '~/shared/strings/lead/people';
import { $recentActs } from './acts';

/**
 * Names, beside a field's label for some seconds, the colleague who has just changed it. Screen readers hear that once,
 * from `WhoIsHere`.
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
