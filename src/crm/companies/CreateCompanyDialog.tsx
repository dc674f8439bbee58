import { useState } from 'react';
import type { NewCoordinator } from '~/shared/accounts/schema';
import type { CreatedCompany } from '~/shared/companies/company';
import { createCompanySchema } from '~/shared/companies/schema';
import type { Lead } from '~/shared/leads/lead';
import { describePlan } from '~/shared/leads/values';
import { companyStrings, coordinatorStrings } from '~/shared/strings/companies';
import { actStrings } from '~/shared/strings/lead/acts';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, post } from '../api-client';
import { FormDialog } from '../ui/Dialog';
import type { Fields } from '../ui/drafts/read-draft';
import { CheckboxField } from '../ui/forms/Field';
import { useDraftForm } from '../ui/forms/useForm';
import { Icon } from '../ui/Icon';
import { showToastAfterNavigation } from '../ui/toasts/toasts';
import { CompanyFields } from './CompanyFields';
import { CoordinatorFields } from './coordinator/CoordinatorFields';
import { describeLinkSent } from './coordinator/CreateCoordinatorDialog';

const { toasts } = companyStrings;
const PROVISION = 'coordinator.provisionInCRM';

/** What the form takes from a won lead. */
export type WonLead = Pick<Lead, 'id' | 'nombre' | 'email' | 'pais' | 'empresa' | 'plan' | 'billing'>;

type Props = {
  lead: WonLead | null;
  /** Name of the plan that agencies begin with. */
  firstPlan: string;
  onClose: () => void;
};

/**
 * 'Crear Inmobiliaria': a name, and optionally a country and a coordinator created with it. A won lead prefills it: the
 * agency gets the name of the lead's company, never the person's. A name already taken needs confirmation. Then the new
 * agency's page opens.
 */
export function CreateCompanyDialog({ lead, firstPlan, onClose }: Props) {
  /** The agency that already has the submitted name; submitting it again confirms. */
  const [double, setDouble] = useState<ApiError['company']>();
  const form = useDraftForm(
    lead ? `lead:${lead.id}:company` : 'company:new',
    createCompanySchema,
    async (input, key) => {
      const made = await post<CreatedCompany>('/api/companies', input, { key }).catch((error) => {
        if (error instanceof ApiError && error.code === 'name_exists') setDouble(error.company);
        throw error;
      });
      showToastAfterNavigation(describeCreated(made, input.coordinator));
      location.assign(`/users/company/${made.company.id}`);
    },
    {
      fallback: toasts.createFailed,
      original: lead ? valuesOf(lead) : {},
      extra: (data): Record<string, unknown> => ({
        confirm: double !== undefined,
        ...(lead && { lead_id: lead.id }),
        ...(hasCoordinator && { [PROVISION]: data.has(PROVISION) }),
      }),
      isShown: ({ code }) => code === 'name_exists',
    },
  );
  const { values } = form;
  const [hasCoordinator, setCoordinator] = useState(
    Object.keys(values).some((field) => field.startsWith('coordinator.')),
  );

  return (
    <FormDialog
      form={form}
      title={companyStrings.create}
      submitLabel={double ? companyStrings.createAnyway : companyStrings.create}
      busyLabel={companyStrings.creating}
      onClose={onClose}
    >
      <div className="contents" onInput={() => setDouble(undefined)}>
        <CompanyFields field={form.field} countries={[values.country]} autoFocus />
      </div>
      {double && (
        <p role="alert" className="flex gap-2 rounded-xl rounded-bl-none bg-honey-mist px-3 py-2 text-honey-dark">
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
      {lead && (
        <p className="text-ink-soft">
          {leadStrings.plan.soldAs(describePlan(lead) ?? actStrings.noPlan)}
          <br />
          {companyStrings.firstPlan(firstPlan)}
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
            <CoordinatorFields part="coordinator." field={form.field} />
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
function describeCreated({ magicLinkSent }: CreatedCompany, coordinator: NewCoordinator | undefined) {
  const { toasts: own } = coordinatorStrings;
  const wantsLink = coordinator?.provisionInCRM;
  if (!coordinator) return { tone: 'success', text: toasts.created } as const;
  if (wantsLink && !magicLinkSent) return { tone: 'warning', text: toasts.created, detail: own.linkFailed } as const;
  const detail = wantsLink ? `${own.created}\n${describeLinkSent(coordinator.email)}` : own.created;
  return { tone: 'success', text: toasts.created, detail } as const;
}
