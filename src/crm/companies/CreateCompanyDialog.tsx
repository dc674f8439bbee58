import { useRef } from 'react';
import type { Company } from '~/shared/companies/company';
import { createCompanySchema } from '~/shared/companies/schema';
import { companyStrings } from '~/shared/strings/companies';
import { FormDialog } from '../ui/Dialog';
import { useDraft } from '../ui/forms/useDraft';
import { useForm } from '../ui/forms/useForm';
import { showToast } from '../ui/toasts/toasts';
import { CompanyFields } from './CompanyFields';
import { createCompany } from './company-api';

const { toasts } = companyStrings;

/** 'Crear Inmobiliaria': a name, and optionally a country. */
export function CreateCompanyDialog({
  onCreated,
  onClose,
}: {
  onCreated: (company: Company) => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft('company:new');
  const { errors, busy, submit } = useForm(
    createCompanySchema,
    async (input, key) => {
      onCreated(await createCompany(input, key));
      showToast({ tone: 'success', text: toasts.created });
      onClose();
    },
    { fallback: toasts.createFailed, draft },
  );
  return (
    <FormDialog
      title={companyStrings.create}
      submitLabel={companyStrings.create}
      busyLabel={busy && companyStrings.creating}
      initialFocus={first}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <CompanyFields first={first} errors={errors} company={draft.typed} />
    </FormDialog>
  );
}
