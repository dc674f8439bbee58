import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { Button, buttonClass } from '../../ui/Button';
import { copyText } from '../../ui/reading/copy-text';
import { $creatingLead } from '../create-store';

const { emptyPlaces } = leadStrings;

/** Shown in the place of an empty list; says what can be done. */
export function NoLeads({
  isPending,
  filters,
  siteUrl,
  canInvite,
  onChange,
}: {
  /** Whether another list is being loaded, of which nothing is known yet. */
  isPending: boolean;
  filters: LeadFilters;
  /** The landing's address, where enquiries come from. */
  siteUrl: string;
  canInvite: boolean;
  onChange: (filters: LeadFilters) => void;
}) {
  if (isPending) return <p className="no-leads">{'\u00a0'}</p>;
  const query = toQuery({ ...filters, orden: undefined });
  if (query === '') {
    return (
      <div className="no-leads">
        <p className="font-semibold text-ink">{leadStrings.empty}</p>
        <p>{emptyPlaces.firstDay}</p>
        <SiteLink url={siteUrl} />
        <div className="flex flex-wrap justify-center gap-2">
          <Button look="primary" onClick={() => $creatingLead.set(true)}>
            {emptyPlaces.create}
          </Button>
          {canInvite && (
            <a href="/users?vista=equipo&invitar" className={buttonClass()}>
              {emptyPlaces.invite}
            </a>
          )}
        </div>
      </div>
    );
  }
  return (
    <div className="no-leads">
      <p className="font-semibold text-ink">{leadStrings.emptyFiltered}</p>
      <p>{emptyPlaces.views[query] ?? emptyPlaces.nothingFound}</p>
      <Button onClick={() => onChange({})}>{emptyPlaces.clear}</Button>
    </div>
  );
}

/** The landing's address, and a button that copies it. */
function SiteLink({ url }: { url: string }) {
  const select = () => getSelection()?.selectAllChildren(document.getElementById('enlace') ?? document.body);
  return (
    <p className="flex flex-wrap items-center justify-center gap-2">
      <span className="sr-only">{emptyPlaces.link}: </span>
      <a
        id="enlace"
        href={url}
        className="font-medium text-petrol underline underline-offset-4 wrap-anywhere"
      >
        {url}
      </a>
      <Button size="small" onClick={() => copyText(url, emptyPlaces.copied, select)}>
        {emptyPlaces.copy}
      </Button>
    </p>
  );
}
