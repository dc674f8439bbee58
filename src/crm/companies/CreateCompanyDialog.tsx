import { useRef, useState } from 'react';
import { type CreateCompany, createCompanySchema } from '~/shared/companies/schema';
import { companyStrings } from '~/shared/strings/companies';
import type { ApiError } from '../api-client';
import { FormDialog } from '../ui/Dialog';
import { useDraft } from '../ui/forms/useDraft';
import { useForm } from '../ui/forms/useForm';
import { Icon } from '../ui/Icon';
import { showToastAfterNavigation } from '../ui/toasts/toasts';
import { CompanyFields } from './CompanyFields';
import { createCompany } from './company-api';

const { toasts } = companyStrings;

/**
 * 'Crear Inmobiliaria': a name, and optionally a country. If an agency has that name, it asks before making another.
 * Then the new agency's page opens.
 */
export function CreateCompanyDialog({ onClose }: { onClose: () => void }) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft('company:new');
  const [hasChanged, setChanged] = useState(false);
  const { errors, failure, busy, submit } = useForm(
    createCompanySchema,
    async (input, key) => {
      const { id } = await createCompany(input, key);
      showToastAfterNavigation({ tone: 'success', text: toasts.created });
      location.assign(`/users/company/${id}`);
    },
    {
      fallback: toasts.createFailed,
      draft,
      extra: (): Pick<CreateCompany, 'confirm'> => ({ confirm: double !== undefined }),
      isSaid: ({ company }) => company !== undefined,
    },
  );
  /** The one that has the name which was sent, until another is typed. */
  const double: ApiError['company'] = hasChanged ? undefined : failure?.company;

  return (
    <FormDialog
      title={companyStrings.create}
      submitLabel={double ? companyStrings.createAnyway : companyStrings.create}
      busyLabel={busy && companyStrings.creating}
      initialFocus={first}
      draft={draft}
      onSubmit={(event) => {
        setChanged(false);
        void submit(event);
      }}
      onClose={onClose}
    >
      <div className="contents" onInput={() => setChanged(true)}>
        <CompanyFields first={first} errors={errors} company={draft.typed} />
      </div>
      {double && (
        <p
          role="alert"
          className="flex gap-2 rounded-xl rounded-bl-none bg-honey-mist px-3 py-2 text-honey-dark"
        >
          <Icon name="warning" />
          <span>
            {companyStrings.exists}{' '}
            <a href={`/users/company/${double.id}`} className="font-semibold underline underline-offset-4">
              {companyStrings.named(double)}
            </a>
            . {companyStrings.createAnywayQuestion}
          </span>
        </p>
      )}
    </FormDialog>
  );
}
