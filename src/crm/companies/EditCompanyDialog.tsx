import { useRef } from 'react';
import type { Company } from '~/shared/companies/company';
import { companySchema } from '~/shared/companies/schema';
import { companyStrings } from '~/shared/strings/companies';
import { FormDialog } from '../ui/Dialog';
import { useDraft } from '../ui/forms/useDraft';
import { useForm } from '../ui/forms/useForm';
import { showToast } from '../ui/toasts/toasts';
import { CompanyFields } from './CompanyFields';
import { changeCompany } from './company-api';

const { toasts } = companyStrings;

/** Changes an agency's name and country. */
export function EditCompanyDialog({
  company,
  onSaved,
  onClose,
}: {
  company: Company;
  onSaved: (company: Company) => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft(`company:${company.id}`);
  const original = { name: company.name, country: company.country ?? '' };
  const { errors, busy, submit } = useForm(
    // The form always sends both fields, so the name is required.
    companySchema,
    async (changes) => {
      onSaved(await changeCompany(company.id, changes));
      showToast({ tone: 'success', text: toasts.saved });
      onClose();
    },
    { fallback: toasts.saveFailed, draft, original },
  );
  return (
    <FormDialog
      title={companyStrings.editTitle}
      submitLabel={companyStrings.save}
      busyLabel={busy && companyStrings.saving}
      initialFocus={first}
      draft={draft}
      original={original}
      onSubmit={submit}
      onClose={onClose}
    >
      <CompanyFields
        first={first}
        errors={errors}
        company={{ ...original, ...draft.typed }}
        original={original.country}
      />
    </FormDialog>
  );
}
