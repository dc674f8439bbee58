import { useState } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { leadCompanyStrings as strings } from '~/shared/strings/lead/company';
import { ApiError, showFailure } from '../api-client';
import { Button } from '../ui/Button';
import { ConfirmDialog } from '../ui/Dialog';
import { useDraft } from '../ui/forms/useDraft';
import { Icon } from '../ui/Icon';
import { showToastAfterNavigation } from '../ui/toasts/toasts';
import { makeCompany } from './dialog-api';
import type { LeadActions } from './lead-actions';

/** The agency that a lead has become; for administrators a link, or the button that makes it of one that was won. */
export function LeadCompany({
  lead,
  canManage,
  panel,
}: {
  lead: Lead;
  canManage: boolean;
  panel: LeadActions;
}) {
  if (lead.company_id !== null) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 rounded-xl rounded-bl-none bg-leaf-mist px-3 py-2 text-leaf-dark">
        <span className="text-sm">{strings.title}</span>
        {canManage ? (
          <a
            href={`/users/company/${lead.company_id}`}
            className="font-semibold wrap-anywhere underline underline-offset-4"
          >
            {lead.company_name}
          </a>
        ) : (
          <span className="font-semibold wrap-anywhere">{lead.company_name}</span>
        )}
      </p>
    );
  }
  return canManage && lead.estado === 'ganado' ? <MakeCompany lead={lead} panel={panel} /> : null;
}

function MakeCompany({ lead, panel }: { lead: Lead; panel: LeadActions }) {
  // Holds the key of the press: after a lost answer, pressing again makes no second agency.
  const press = useDraft(`lead:${lead.id}:company`);
  const [busy, setBusy] = useState(false);
  /** What is asked where an agency has that name. */
  const [double, setDouble] = useState<string | null>(null);

  async function make(confirm: boolean) {
    setBusy(true);
    try {
      const { id } = await makeCompany({ lead_id: lead.id, confirm }, press.keep({}));
      showToastAfterNavigation({ tone: 'success', text: strings.created });
      location.assign(`/users/company/${id}?crear=coordinador`);
      return;
    } catch (error) {
      setBusy(false);
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'name_exists' && error instanceof ApiError) return setDouble(error.message);
      setDouble(null);
      showFailure(error, strings.failed);
      // Somebody else made it, took the status back, or deleted the lead: it is shown as it is.
      if (code !== 'network') await panel.refresh(lead).catch(() => {});
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-xl rounded-bl-none bg-leaf-mist px-3 py-2">
      <span className="text-sm text-leaf-dark">{strings.hint}</span>
      <Button look="primary" onClick={() => void make(false)} busyLabel={busy && !double && strings.creating}>
        <Icon name="plus" />
        {strings.create}
      </Button>
      {double !== null && (
        <ConfirmDialog
          title={strings.create}
          text={double}
          confirmLabel={strings.createAnyway}
          busyLabel={busy && strings.creating}
          onConfirm={() => void make(true)}
          onClose={() => setDouble(null)}
        />
      )}
    </div>
  );
}
