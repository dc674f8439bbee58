import type { Company } from '~/shared/companies/company';
import { companySchema } from '~/shared/companies/schema';
import { companyStrings } from '~/shared/strings/companies';
import { FormDialog } from '../ui/Dialog';
import { useDraftForm } from '../ui/forms/useForm';
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
  const original = { name: company.name, country: company.country ?? '' };
  const form = useDraftForm(
    `company:${company.id}`,
    // The form always sends both fields, so the name is required.
    companySchema,
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
      <CompanyFields errors={form.errors} company={form.values} original={original.country} autoFocus />
    </FormDialog>
  );
}
