import { useEffect, useState } from 'react';
import type { Lead, LeadDeletion } from '~/shared/leads/lead';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { trashStrings as trash } from '~/shared/strings/lead/trash';
import { Button } from '../ui/Button';
import { findDrafts } from '../ui/forms/drafts';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { draftNames } from './draft-names';
import type { LeadActions } from './lead-actions';
import { fetchDeletion } from './lead-api';
import { UnsavedNote } from './notes/UnsavedNote';

/** Shown in the place of an open lead that was deleted: by whom, a button to restore it, and unsaved notes. */
export function GoneLead({ lead, panel }: { lead: Lead; panel: LeadActions }) {
  const [deletion, setDeletion] = useState<LeadDeletion | null>(null);
  const [busy, setBusy] = useState(false);
  const [texts] = useState(() => findDrafts(draftNames.note(lead.id)).flatMap(({ body }) => body ?? []));

  useEffect(() => {
    let isCurrent = true;
    // If the lead is not in the trash, or this cannot be read, there is no button to restore it.
    fetchDeletion(lead.id)
      .then((found) => isCurrent && setDeletion(found))
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [lead.id]);

  async function restore() {
    setBusy(true);
    await panel.restore(lead.id);
    setBusy(false);
  }

  return (
    <div className="grid gap-5">
      <div role="alert" className="flex gap-2 rounded-lg bg-honey-mist px-4 py-3 text-honey-dark">
        <Icon name="warning" />
        <p>
          {deletion?.deleted_by ? dialog.goneBy(deletion.deleted_by) : dialog.gone}
          {deletion && (
            <>
              {' '}
              <LocalTime at={deletion.deleted_at} className="whitespace-nowrap" />
            </>
          )}
        </p>
      </div>
      {deletion && (
        <Button
          look="primary"
          onClick={restore}
          busyLabel={busy && trash.restoring}
          className="justify-self-start"
        >
          <Icon name="undo" className="size-4.5" />
          {trash.restore}
        </Button>
      )}
      {texts.map((text) => (
        <UnsavedNote key={text} text={text} canReturn={deletion !== null} />
      ))}
    </div>
  );
}
