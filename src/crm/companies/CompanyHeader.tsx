import { useState } from 'react';
import type { Company, CompanyStatus } from '~/shared/companies/company';
import { companyStrings } from '~/shared/strings/companies';
import { showFailure } from '../api-client';
import { Button } from '../ui/Button';
import { ConfirmDialog } from '../ui/Dialog';
import { LocalTime } from '../ui/LocalTime';
import { showToast } from '../ui/toasts/toasts';
import { CompanyBadge } from './CompanyRow';
import { changeCompany } from './company-api';
import { EditCompanyDialog } from './EditCompanyDialog';

const { toasts } = companyStrings;

/** The agency's name, country and status, with the buttons that change them. */
export function CompanyHeader({
  company,
  onChanged,
}: {
  company: Company;
  onChanged: (company: Company) => void;
}) {
  const [open, setOpen] = useState<'edit' | 'deactivate' | null>(null);
  const [busy, setBusy] = useState(false);
  const isActive = company.status === 'active';
  const close = () => setOpen(null);

  async function changeStatus(status: CompanyStatus) {
    setBusy(true);
    try {
      onChanged(await changeCompany(company.id, { status }));
      showToast({ tone: 'success', text: status === 'active' ? toasts.activated : toasts.deactivated });
    } catch (error) {
      showFailure(error, toasts.statusFailed);
    }
    setBusy(false);
    close();
  }

  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{company.name}</h1>
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
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
        <Button onClick={() => setOpen('edit')}>{companyStrings.edit}</Button>
        {isActive ? (
          <Button onClick={() => setOpen('deactivate')}>{companyStrings.deactivate}</Button>
        ) : (
          <Button
            look="primary"
            onClick={() => void changeStatus('active')}
            busyLabel={busy && companyStrings.working}
          >
            {companyStrings.activate}
          </Button>
        )}
      </div>
      {open === 'edit' && <EditCompanyDialog company={company} onSaved={onChanged} onClose={close} />}
      {open === 'deactivate' && (
        <ConfirmDialog
          title={companyStrings.deactivateTitle(company.name)}
          text={companyStrings.deactivateText}
          confirmLabel={companyStrings.deactivate}
          busyLabel={busy && companyStrings.working}
          onConfirm={() => void changeStatus('inactive')}
          onClose={close}
        />
      )}
    </header>
  );
}
