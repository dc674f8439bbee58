import { useRef } from 'react';
import type { Company } from '~/shared/companies/company';
import { createCompanySchema } from '~/shared/companies/schema';
import { companyStrings } from '~/shared/strings/companies';
import { FormDialog } from '../ui/Dialog';
import { showToast } from '../ui/toasts';
import { useForm } from '../ui/useForm';
import { CompanyFields } from './CompanyFields';
import { createCompany } from './company-api';

const { toasts } = companyStrings;

/** 'Crear Inmobiliaria': a name, and a country if it is known. */
export function CreateCompanyDialog({
  onCreated,
  onClose,
}: {
  onCreated: (company: Company) => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const { errors, busy, submit } = useForm(
    createCompanySchema,
    async (input) => {
      onCreated(await createCompany(input));
      showToast({ tone: 'success', text: toasts.created });
      onClose();
    },
    { fallback: toasts.createFailed },
  );
  return (
    <FormDialog
      title={companyStrings.create}
      submitLabel={companyStrings.create}
      busyLabel={busy && companyStrings.creating}
      initialFocus={first}
      onSubmit={submit}
      onClose={onClose}
    >
      <CompanyFields first={first} errors={errors} />
    </FormDialog>
  );
}
