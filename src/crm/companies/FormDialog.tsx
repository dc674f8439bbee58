import { type ReactNode, type RefObject, type SubmitEvent, useId } from 'react';
import { crmStrings } from '~/shared/strings/crm';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

/** A dialog that holds one form, with Cancelar and its submit button always in sight. */
export function FormDialog({
  title,
  submitLabel,
  busyLabel,
  initialFocus,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  submitLabel: string;
  busyLabel: string | false;
  initialFocus: RefObject<HTMLElement | null>;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const formId = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width="narrow"
      initialFocus={initialFocus}
      footer={
        <>
          <Button onClick={onClose}>{crmStrings.cancel}</Button>
          <Button type="submit" form={formId} look="primary" busyLabel={busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {/* What is wrong is said in the product's own words, so the browser's own checks stay out. */}
      <form id={formId} onSubmit={onSubmit} noValidate className="grid gap-4">
        {children}
      </form>
    </Dialog>
  );
}
