import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { Button, buttonClass } from '../../ui/Button';
import { showToast } from '../../ui/toasts/toasts';
import { $creatingLead } from '../create-store';

const { emptyPlaces } = leadStrings;

/** Stands where the list would, once nobody is in it, and says what there is to do. */
export function NoLeads({
  isPending,
  filters,
  siteUrl,
  canInvite,
  onChange,
}: {
  /** Whether another list is on its way: nothing can be said of it. */
  isPending: boolean;
  filters: LeadFilters;
  /** Where enquiries come from. */
  siteUrl: string;
  canInvite: boolean;
  onChange: (filters: LeadFilters) => void;
}) {
  if (isPending) return <p className="no-leads">{'\u00a0'}</p>;
  if (toQuery({ ...filters, orden: undefined }) === '') {
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
            <a href="/users?vista=equipo" className={buttonClass()}>
              {emptyPlaces.invite}
            </a>
          )}
        </div>
      </div>
    );
  }
  const isOfWaiting = toQuery({ ...filters, orden: undefined }) === 'contacto=pendiente';
  return (
    <div className="no-leads">
      <p className="font-semibold text-ink">{leadStrings.emptyFiltered}</p>
      <p>{isOfWaiting ? emptyPlaces.nobodyWaits : emptyPlaces.nothingFound}</p>
      <Button onClick={() => onChange({})}>{emptyPlaces.clear}</Button>
    </div>
  );
}

/** The address that is to be shared, and a button that copies it. */
function SiteLink({ url }: { url: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      showToast({ tone: 'success', text: emptyPlaces.copied });
    } catch {
      // Plain http has no clipboard; there the address stands to be selected.
      getSelection()?.selectAllChildren(document.getElementById('enlace') ?? document.body);
    }
  }
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
      <Button size="small" onClick={copy}>
        {emptyPlaces.copy}
      </Button>
    </p>
  );
}
