import { useRef } from 'react';
import { ApiError, showFailure } from '~/crm/api-client';
import { FormDialog } from '~/crm/ui/Dialog';
import { CheckboxField } from '~/crm/ui/forms/Field';
import type { Fields } from '~/crm/ui/forms/kept-drafts';
import { NewPasswordField } from '~/crm/ui/forms/PasswordField';
import { useDraft } from '~/crm/ui/forms/useDraft';
import { useForm } from '~/crm/ui/forms/useForm';
import { showToast, showToastAlso } from '~/crm/ui/toasts/toasts';
import {
  ADMIN_PASSWORD_LENGTH,
  type CreateCoordinator,
  createCoordinatorSchema,
  INITIAL_PASSWORD_DAYS,
} from '~/shared/accounts/schema';
import type { LeadOfCompany } from '~/shared/companies/company';
import { coordinatorStrings } from '~/shared/strings/companies';
import { createCoordinator } from '../company-api';
import { PersonFields } from '../PersonFields';

const { fields, toasts } = coordinatorStrings;

/**
 * 'Crear Coordinador': name, email, an initial password, and whether to send an access link, which needs no password.
 */
export function CreateCoordinatorDialog({
  companyId,
  lead,
  onCreated,
  onClose,
}: {
  companyId: number;
  /** The person whom the agency came from, who is likely to be its coordinator. */
  lead: LeadOfCompany | undefined;
  onCreated: () => Promise<void>;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft(`company:${companyId}:coordinator`);
  const original: Fields = lead ? { name: lead.nombre, email: lead.email } : {};
  const { errors, busy, submit } = useForm(
    createCoordinatorSchema,
    async (input) => {
      const created = await create(input);
      if (created) announce(input, created.magicLinkSent);
      await onCreated();
      onClose();
    },
    {
      fallback: toasts.createFailed,
      draft,
      original,
      extra: (form) => ({
        action: 'createCoordinator',
        companyId,
        provisionInCRM: form.has('provisionInCRM'),
      }),
    },
  );
  return (
    <FormDialog
      title={coordinatorStrings.create}
      submitLabel={coordinatorStrings.create}
      busyLabel={busy && coordinatorStrings.creating}
      initialFocus={first}
      draft={draft}
      original={original}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields first={first} labels={fields} values={{ ...original, ...draft.typed }} errors={errors} />
      <NewPasswordField
        label={fields.password}
        minLength={ADMIN_PASSWORD_LENGTH}
        hint={coordinatorStrings.passwordHint(INITIAL_PASSWORD_DAYS)}
        error={errors.password}
      />
      <CheckboxField
        label={coordinatorStrings.provision}
        hint={coordinatorStrings.provisionHint}
        name="provisionInCRM"
        defaultChecked
      />
    </FormDialog>
  );
}

/** Null if somebody else has just created a coordinator: then the dialog closes and the page shows that one. */
async function create(input: CreateCoordinator): Promise<{ magicLinkSent: boolean } | null> {
  try {
    return await createCoordinator(input);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'coordinator_exists')) throw error;
    showFailure(error, toasts.createFailed);
    return null;
  }
}

function announce({ provisionInCRM }: CreateCoordinator, magicLinkSent: boolean): void {
  if (provisionInCRM && !magicLinkSent) return void showToast({ tone: 'warning', text: toasts.linkFailed });
  showToast({ tone: 'success', text: toasts.created });
  if (magicLinkSent) showToastAlso({ tone: 'success', text: toasts.linkSent });
}
