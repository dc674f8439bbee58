import { useState } from 'react';
import type { Company, LeadOfCompany } from '~/shared/companies/company';
import type { CompanyStatus } from '~/shared/companies/enums';
import { panelPath } from '~/shared/leads/filter-params';
import { companyStrings } from '~/shared/strings/companies';
import { crmStrings } from '~/shared/strings/crm';
import { questions } from '~/shared/strings/questions';
import { showFailureOf } from '../api-client';
import { Button } from '../ui/Button';
import { LocalTime } from '../ui/LocalTime';
import { showToast } from '../ui/toasts/toasts';
import { useQuestion } from '../ui/useQuestion';
import { CompanyBadge } from './CompanyRow';
import { changeCompany } from './company-api';
import { EditCompanyDialog } from './EditCompanyDialog';

const { toasts } = companyStrings;

/** The agency's name, country and status, with the buttons that change them. */
export function CompanyHeader({
  company,
  lead,
  onChanged,
  onRemove,
}: {
  company: Company;
  /** The lead it came from. */
  lead: LeadOfCompany | undefined;
  onChanged: (company: Company) => void;
  /** Deletes it; null while it has people. */
  onRemove: (() => void) | null;
}) {
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const { ask, dialog } = useQuestion();
  const isActive = company.status === 'active';

  async function changeStatus(status: CompanyStatus) {
    setBusy(true);
    try {
      onChanged(await changeCompany(company.id, { status }));
      const undo = () => void changeStatus('inactive');
      if (status === 'active') showToast({ tone: 'success', text: toasts.activated, undo });
      else showToast({ tone: 'success', text: toasts.deactivated });
    } catch (error) {
      showFailureOf(toasts.statusFailed, error);
    }
    setBusy(false);
  }

  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="page-title">{company.name}</h1>
          <CompanyBadge company={company} />
        </div>
        <p className="mt-1 text-ink-soft">
          {company.country ?? companyStrings.noCountry}
          <span aria-hidden="true"> · </span>
          <span className="whitespace-nowrap text-ink-faint">
            {companyStrings.createdOn}{' '}
            <LocalTime at={company.created_at} parts="date" className="tabular-nums" />
          </span>
        </p>
        {lead && (
          <p className="mt-1 text-ink-soft">
            {companyStrings.cameFrom}{' '}
            <a
              href={panelPath({}, lead.id)}
              className="text-petrol wrap-anywhere underline underline-offset-4"
            >
              {lead.nombre}
            </a>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
        {onRemove && (
          <Button look="ghost" onClick={onRemove} className="text-terracotta-dark!">
            {companyStrings.delete}
          </Button>
        )}
        <Button onClick={() => setEditing(true)}>{companyStrings.edit}</Button>
        {isActive ? (
          <Button
            onClick={() => ask(questions.deactivateCompany(company.name), () => changeStatus('inactive'))}
          >
            {companyStrings.deactivate}
          </Button>
        ) : (
          <Button
            look="primary"
            onClick={() => void changeStatus('active')}
            busyLabel={busy && crmStrings.working}
          >
            {companyStrings.activate}
          </Button>
        )}
      </div>
      {editing && (
        <EditCompanyDialog company={company} onSaved={onChanged} onClose={() => setEditing(false)} />
      )}
      {dialog}
    </header>
  );
}
