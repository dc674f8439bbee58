import { leadStrings } from '~/shared/strings/leads';
import type { Views } from './list-views';
import { ViewLinks } from './ViewLinks';

/** On a phone this many views stand above the list; the others are in 'Más acciones'. */
export const MOST_CHIPS = 4;

/** The views without a rail: a line that scrolls sideways. */
export function ViewChips(props: Views & Pick<Parameters<typeof ViewLinks>[0], 'onChoose'>) {
  return (
    <nav aria-label={leadStrings.views.title} className="view-chips">
      <ViewLinks {...props} views={props.views.slice(0, MOST_CHIPS)} />
    </nav>
  );
}
