import { useId } from 'react';
import { describeNumber } from '~/shared/number';
import { isPlainClick } from '../../ui/plain-click';

/** A view in its line: a link to its list, with how many that holds where this is known. */
export function ViewLink({
  name,
  href,
  total,
  isShown,
  isAlarm,
  title,
  onOpen,
}: {
  name: string;
  href: string;
  total?: number | null | undefined;
  isShown: boolean;
  isAlarm: boolean;
  title?: string | undefined;
  onOpen: () => void;
}) {
  const id = useId();
  const isCounted = total != null;
  return (
    <li title={title} data-alarm={isAlarm || undefined}>
      <a
        href={href}
        aria-current={isShown ? 'page' : undefined}
        aria-describedby={isCounted ? id : undefined}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onOpen();
        }}
      >
        {name}
      </a>
      {isCounted && <span id={id}>{describeNumber(total)}</span>}
    </li>
  );
}
