import { atom } from 'nanostores';
import { useEffect } from 'react';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';

/** Whether the new-lead dialog is open: this button, a separate island, opens it, and the panel shows it. */
export const $creatingLead = atom(false);

/** Fragment of the 'Crear Lead' links on other screens (crm/CrmFrame.astro). */
const ASKED = '#crear-lead';

/** The header's button that opens the new-lead dialog. */
export function CreateLeadButton({ className = '' }: { className?: string }) {
  useEffect(() => {
    if (location.hash !== ASKED) return;
    // A reload must not ask again.
    history.replaceState(history.state, '', location.pathname + location.search);
    $creatingLead.set(true);
  }, []);

  return (
    <Button size="small" onClick={() => $creatingLead.set(true)} className={className}>
      <Icon name="plus" className="size-4" />
      {leadStrings.create}
    </Button>
  );
}
