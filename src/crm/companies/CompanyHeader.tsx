import { useState } from 'react';
import type { Company, LeadOfCompany } from '~/shared/companies/company';
import type { CompanyStatus } from '~/shared/companies/enums';
import { companyFormSchema } from '~/shared/companies/schema';
import { panelPath } from '~/shared/leads/filter-params';
import { companyStrings } from '~/shared/strings/companies';
import { questions } from '~/shared/strings/confirmations';
import { crmStrings } from '~/shared/strings/crm';
import { ActionButton } from '../ui/ActionButton';
import { Button } from '../ui/Button';
import { FormDialog } from '../ui/Dialog';
import { useDraftForm } from '../ui/forms/useForm';
import { LocalTime } from '../ui/LocalTime';
import { attempt } from '../ui/run-with-toast';
import { showToast } from '../ui/toasts/toasts';
import { useConfirm } from '../ui/useConfirm';
import { CompanyFields } from './CompanyFields';
import { CompanyBadge } from './CompanyRow';
import { changeCompany } from './company-api';

const { toasts } = companyStrings;

type Props = {
  company: Company;
  /** The lead it came from. */
  lead: LeadOfCompany | undefined;
  onChanged: (company: Company) => void;
  /** Deletes it; null while it has people. */
  onRemove: (() => void) | null;
};

/** The agency's name, country and status, with the buttons that change them. */
export function CompanyHeader({ company, lead, onChanged, onRemove }: Props) {
  const [editing, setEditing] = useState(false);
  const { ask, dialog } = useConfirm();
  const isActive = company.status === 'active';

  const changeStatus = (status: CompanyStatus): Promise<boolean> =>
    attempt(async () => onChanged(await changeCompany(company.id, { status })), {
      done: status === 'active' ? toasts.activated : toasts.deactivated,
      failed: toasts.statusFailed,
      undo: status === 'active' ? () => void changeStatus('inactive') : undefined,
    });

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
            {companyStrings.createdOn} <LocalTime at={company.created_at} parts="date" className="tabular-nums" />
          </span>
        </p>
        {lead && (
          <p className="mt-1 text-ink-soft">
            {companyStrings.cameFrom}{' '}
            <a href={panelPath({}, lead.id)} className="text-petrol wrap-anywhere underline underline-offset-4">
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
          <Button onClick={() => ask(questions.deactivateCompany(company.name), () => changeStatus('inactive'))}>
            {companyStrings.deactivate}
          </Button>
        ) : (
          <ActionButton look="primary" onClick={() => changeStatus('active')} busyLabel={crmStrings.working}>
            {companyStrings.activate}
          </ActionButton>
        )}
      </div>
      {editing && <EditCompanyDialog company={company} onSaved={onChanged} onClose={() => setEditing(false)} />}
      {dialog}
    </header>
  );
}

type EditCompanyDialogProps = {
  company: Company;
  onSaved: (company: Company) => void;
  onClose: () => void;
};

function EditCompanyDialog({ company, onSaved, onClose }: EditCompanyDialogProps) {
  const original = { name: company.name, country: company.country ?? '' };
  const form = useDraftForm(
    `company:${company.id}`,
    // The form always sends both fields, so the name is required.
    companyFormSchema,
    async (changes) => {
      onSaved(await changeCompany(company.id, changes));
      showToast({ tone: 'success', text: toasts.saved });
      onClose();
    },
    { fallback: toasts.saveFailed, original },
  );
  return (
    <FormDialog
      form={form}
      title={companyStrings.editTitle}
      submitLabel={companyStrings.save}
      busyLabel={companyStrings.saving}
      onClose={onClose}
    >
      <CompanyFields field={form.field} countries={[form.values.country, company.country]} autoFocus />
    </FormDialog>
  );
}
