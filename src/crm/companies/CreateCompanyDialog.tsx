import { useRef, useState } from 'react';
import type { CreatedCompany } from '~/shared/companies/company';
import { createCompanySchema } from '~/shared/companies/schema';
import type { Lead } from '~/shared/leads/lead';
import { companyStrings, coordinatorStrings } from '~/shared/strings/companies';
import { ApiError } from '../api-client';
import { FormDialog } from '../ui/Dialog';
import { CheckboxField } from '../ui/forms/Field';
import type { Fields } from '../ui/forms/kept-drafts';
import { useDraft } from '../ui/forms/useDraft';
import { useForm } from '../ui/forms/useForm';
import { Icon } from '../ui/Icon';
import { showToastAfterNavigation } from '../ui/toasts/toasts';
import { CompanyFields } from './CompanyFields';
import { createCompany } from './company-api';
import { CoordinatorFields } from './coordinator/CoordinatorFields';

const { toasts } = companyStrings;
const PROVISION = 'coordinator.provisionInCRM';

/** What the form takes from a won lead. */
export type WonLead = Pick<Lead, 'id' | 'nombre' | 'email' | 'pais' | 'empresa'>;

/**
 * 'Crear Inmobiliaria': a name, and optionally a country and a coordinator created with it. A won lead prefills it: the
 * agency gets the name of the lead's company, never the person's. A name already taken needs confirmation. Then the new
 * agency's page opens.
 */
export function CreateCompanyDialog({ lead, onClose }: { lead: WonLead | null; onClose: () => void }) {
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const draft = useDraft(lead ? `lead:${lead.id}:company` : 'company:new');
  const original: Fields = lead ? valuesOf(lead) : {};
  const values = { ...original, ...draft.typed };
  const [hasCoordinator, setCoordinator] = useState(
    Object.keys(values).some((field) => field.startsWith('coordinator.')),
  );
  /** The agency that already has the submitted name; submitting it again confirms. */
  const [double, setDouble] = useState<ApiError['company']>();
  const { errors, busy, submit } = useForm(
    createCompanySchema,
    async (input, key) => {
      const made = await createCompany(input, key).catch((error) => {
        if (error instanceof ApiError && error.code === 'name_exists') setDouble(error.company);
        throw error;
      });
      showToastAfterNavigation(describeMade(made, input.coordinator?.provisionInCRM === true));
      location.assign(`/users/company/${made.company.id}`);
    },
    {
      fallback: toasts.createFailed,
      draft,
      original,
      extra: (form) => ({
        confirm: double !== undefined,
        ...(lead && { lead_id: lead.id }),
        ...(hasCoordinator && { [PROVISION]: form.has(PROVISION) }),
      }),
      isSaid: ({ code }) => code === 'name_exists',
    },
  );

  return (
    <FormDialog
      title={companyStrings.create}
      submitLabel={double ? companyStrings.createAnyway : companyStrings.create}
      busyLabel={busy && companyStrings.creating}
      initialFocus={values.name && hasCoordinator ? password : name}
      draft={draft}
      original={original}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="contents" onInput={() => setDouble(undefined)}>
        <CompanyFields first={name} errors={errors} company={values} />
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
      <div className="grid gap-4 border-t border-sand-line pt-4">
        <CheckboxField
          label={companyStrings.withCoordinator}
          checked={hasCoordinator}
          onChange={({ target }) => setCoordinator(target.checked)}
        />
        {hasCoordinator && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in Safari
          <div role="group" aria-label={coordinatorStrings.title} className="grid gap-4">
            <CoordinatorFields part="coordinator." password={password} values={values} errors={errors} />
          </div>
        )}
      </div>
    </FormDialog>
  );
}

function valuesOf({ nombre, email, pais, empresa }: WonLead): Fields {
  return {
    name: empresa ?? '',
    country: pais ?? '',
    'coordinator.name': nombre,
    'coordinator.email': email ?? '',
  };
}

/** One toast for agency and coordinator. */
function describeMade({ coordinator, magicLinkSent }: CreatedCompany, wantsLink: boolean) {
  const { toasts: own } = coordinatorStrings;
  if (!coordinator) return { tone: 'success', text: toasts.created } as const;
  if (wantsLink && !magicLinkSent)
    return { tone: 'warning', text: toasts.created, detail: own.linkFailed } as const;
  const detail = wantsLink ? `${own.created}\n${own.linkSent}` : own.created;
  return { tone: 'success', text: toasts.created, detail } as const;
}
