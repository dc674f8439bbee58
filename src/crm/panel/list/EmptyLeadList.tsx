import { useEffect, useState } from 'react';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import { leadStrings } from '~/shared/strings/leads';
import { deviceStrings } from '~/shared/strings/notices/push';
import { emptyStrings } from '~/shared/strings/panel/empty';
import { Button, buttonClass } from '../../ui/Button';
import { copyText } from '../../ui/reading/copy-text';
import { $creatingLead } from '../CreateLeadButton';
import { canTurnOnPush, turnOnPush } from '../news/offer-push';

/** The user's own day. */
const MY_DAY = 'owner=me&agenda=dia';

type Props = {
  /** Whether another list is loading. */
  isPending: boolean;
  filters: LeadFilters;
  /** URL of the landing, where enquiries come from. */
  siteUrl: string;
  pushKey: string;
  canInvite: boolean;
  onChange: (filters: LeadFilters) => void;
};

/** Replaces an empty list; says what can be done. */
export function EmptyLeadList({ isPending, filters, ...others }: Props) {
  if (isPending) return <p className="no-leads">{'\u00a0'}</p>;
  const query = toQuery({ ...filters, orden: undefined });
  const filtered = query === MY_DAY ? leadStrings.dayDone : leadStrings.emptyFiltered;
  return (
    <div className="no-leads">
      <p className="font-semibold text-ink">{query ? filtered : leadStrings.empty}</p>
      <Advice query={query} {...others} />
    </div>
  );
}

function Advice({
  query,
  siteUrl,
  pushKey,
  canInvite,
  onChange,
}: Omit<Props, 'isPending' | 'filters'> & { query: string }) {
  if (query !== '') {
    return (
      <>
        <p>{emptyStrings.views[query] ?? emptyStrings.nothingFound}</p>
        <Button onClick={() => onChange({})}>{emptyStrings.clear}</Button>
      </>
    );
  }
  return (
    <>
      <p>{emptyStrings.firstDay}</p>
      <SiteLink url={siteUrl} />
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={() => $creatingLead.set(true)}>
          {emptyStrings.create}
        </Button>
        {canInvite && (
          <a href="/users?vista=equipo&invitar" className={buttonClass()}>
            {emptyStrings.invite}
          </a>
        )}
        <PushOffer pushKey={pushKey} />
      </div>
    </>
  );
}

/** Turns push on with one press, where that is possible. */
function PushOffer({ pushKey }: { pushKey: string }) {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => setOffered(canTurnOnPush()), []);
  const turnOn = () => void turnOnPush(pushKey).finally(() => setOffered(canTurnOnPush()));
  return isOffered && <Button onClick={turnOn}>{deviceStrings.offer}</Button>;
}

/** The landing's URL, with a copy button. */
function SiteLink({ url }: { url: string }) {
  const select = () => getSelection()?.selectAllChildren(document.getElementById('enlace') ?? document.body);
  return (
    <p className="flex flex-wrap items-center justify-center gap-2">
      <span className="sr-only">{emptyStrings.link}: </span>
      <a id="enlace" href={url} className="font-medium text-petrol underline underline-offset-4 wrap-anywhere">
        {url}
      </a>
      <Button size="small" onClick={() => copyText(url, emptyStrings.copied, select)}>
        {emptyStrings.copy}
      </Button>
    </p>
  );
}
