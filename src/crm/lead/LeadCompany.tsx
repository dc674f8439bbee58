import { makeCompanyPath } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import { leadCompanyStrings as strings } from '~/shared/strings/lead/person';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';

/** The agency a lead became; for administrators a link to it, or to the form that creates it from a won lead. */
export function LeadCompany({ lead, canManage }: { lead: Lead; canManage: boolean }) {
  if (lead.company_id !== null) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 rounded-xl rounded-bl-none bg-leaf-mist px-3 py-2 text-leaf-dark">
        <span className="text-sm">{strings.title}</span>
        {canManage ? (
          <a
            href={`/users/company/${lead.company_id}`}
            className="font-semibold wrap-anywhere underline underline-offset-4"
          >
            {lead.company_name}
          </a>
        ) : (
          <span className="font-semibold wrap-anywhere">{lead.company_name}</span>
        )}
      </p>
    );
  }
  if (!canManage || lead.estado !== 'ganado') return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-xl rounded-bl-none bg-leaf-mist px-3 py-2">
      <span className="text-sm text-leaf-dark">{strings.hint}</span>
      <Button look="primary" onClick={() => location.assign(makeCompanyPath(lead.id))}>
        <Icon name="plus" />
        {strings.create}
      </Button>
    </div>
  );
}
