import { type ReactNode, type RefObject, type SubmitEvent, useId } from 'react';
import { crmStrings } from '~/shared/strings/crm';
import { Button } from './Button';
import { Dialog } from './Dialog';

/** A dialog that holds one form, with Cancelar and its submit button always in sight. */
export function FormDialog({
  title,
  submitLabel,
  busyLabel,
  twoColumns = false,
  initialFocus,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  submitLabel: string;
  busyLabel: string | false;
  /** Where the window has room for them. */
  twoColumns?: boolean;
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
      width={twoColumns ? 'regular' : 'narrow'}
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
      <form
        id={formId}
        onSubmit={onSubmit}
        noValidate
        className={`grid gap-4 ${twoColumns ? 'sm:grid-cols-2' : ''}`}
      >
        {children}
      </form>
    </Dialog>
  );
}
