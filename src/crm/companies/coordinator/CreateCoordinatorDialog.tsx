import { ApiError, post, showFailure } from '~/crm/api-client';
import { FormDialog } from '~/crm/ui/Dialog';
import { useDraftForm } from '~/crm/ui/forms/useForm';
import { placeOfMail } from '~/crm/ui/mail-place';
import { showToast, showToastAlso } from '~/crm/ui/toasts/toasts';
import { type CreateCoordinator, createCoordinatorSchema } from '~/shared/accounts/schema';
import type { LeadOfCompany } from '~/shared/companies/company';
import { coordinatorStrings } from '~/shared/strings/companies';
import { CoordinatorFields } from './CoordinatorFields';

const { toasts } = coordinatorStrings;

type Props = {
  companyId: number;
  /** The person the agency came from, its likely coordinator. */
  lead: LeadOfCompany | undefined;
  onCreated: () => Promise<void>;
  onClose: () => void;
};

/** 'Crear Coordinador', for an agency that has none. */
export function CreateCoordinatorDialog({ companyId, lead, onCreated, onClose }: Props) {
  const form = useDraftForm(
    `company:${companyId}:coordinator`,
    createCoordinatorSchema,
    async (input) => {
      const created = await create(input);
      if (created) announce(input, created.magicLinkSent);
      await onCreated();
      onClose();
    },
    {
      fallback: toasts.createFailed,
      original: lead ? { name: lead.nombre, email: lead.email } : {},
      extra: (data) => ({
        action: 'createCoordinator',
        companyId,
        provisionInCRM: data.has('provisionInCRM'),
      }),
    },
  );
  return (
    <FormDialog
      form={form}
      title={coordinatorStrings.create}
      submitLabel={coordinatorStrings.create}
      busyLabel={coordinatorStrings.creating}
      onClose={onClose}
    >
      <CoordinatorFields field={form.field} autoFocus />
    </FormDialog>
  );
}

/** Null if somebody else has just created one: then the dialog closes and the page shows theirs. */
async function create(input: CreateCoordinator): Promise<{ magicLinkSent: boolean } | null> {
  try {
    return await post('/api/manage-users', input, { unknownReason: toasts.createFailedUnsaid });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'coordinator_exists')) throw error;
    showFailure(error, toasts.createFailed);
    return null;
  }
}

function announce({ provisionInCRM, email }: CreateCoordinator, magicLinkSent: boolean): void {
  if (provisionInCRM && !magicLinkSent) return void showToast({ tone: 'warning', text: toasts.linkFailed });
  showToast({ tone: 'success', text: toasts.created });
  if (magicLinkSent) showToastAlso({ tone: 'success', text: describeLinkSent(email) });
}

/** That the access link was sent, and on the next line to whom or, if there is no mail server, where it lies. */
export function describeLinkSent(email: string): string {
  const { detail } = placeOfMail({ what: 'access' });
  return `${toasts.linkSent}\n${detail ?? toasts.linkSentTo(email)}`;
}
