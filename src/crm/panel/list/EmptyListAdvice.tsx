import type { LeadFilters } from '~/shared/leads/filters';
import { emptyStrings } from '~/shared/strings/panel/empty';
import { Button, buttonClass } from '../../ui/Button';
import { copyText } from '../../ui/reading/copy-text';
import { $creatingLead } from '../CreateLeadButton';

type Props = {
  /** The URL's filters. */
  query: string;
  siteUrl: string;
  canInvite: boolean;
  onChange: (filters: LeadFilters) => void;
};

/** Says what can be done where a list is empty. */
export function EmptyListAdvice({ query, siteUrl, canInvite, onChange }: Props) {
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
      </div>
    </>
  );
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
