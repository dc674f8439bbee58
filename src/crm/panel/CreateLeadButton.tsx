import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { $creatingLead } from './create-store';

/** The header's button that opens the dialog for a lead made by hand. */
export function CreateLeadButton({ className = '' }: { className?: string }) {
  return (
    <Button size="small" onClick={() => $creatingLead.set(true)} className={className}>
      <Icon name="plus" className="size-4" />
      {leadStrings.create}
    </Button>
  );
}
