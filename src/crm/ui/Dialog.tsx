import { Description, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import { type ReactNode, type RefObject, type SubmitEvent, useId } from 'react';
import { crmStrings } from '~/shared/strings/crm';
import { Button } from './Button';
import { CrashBoundary } from './CrashBoundary';
import type { Draft } from './drafts/drafts';
import type { Fields } from './drafts/read-draft';
import { readTyped } from './drafts/useDraft';
import { Icon } from './Icon';
import { useBack } from './layers/back';
import { Modal } from './layers/Modal';
import { useLayer } from './layers/useLayer';

const WIDTHS = { narrow: 'sm:max-w-md', regular: 'sm:max-w-xl', wide: 'sm:max-w-3xl' } as const;

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom, always visible. */
  footer?: ReactNode;
  width?: keyof typeof WIDTHS;
  initialFocus?: RefObject<HTMLElement | null>;
};

/** A modal dialog, open while mounted; a bottom sheet on phones. */
export function Dialog({ title, onClose, children, footer, width = 'regular', initialFocus }: Props) {
  return (
    <Frame onClose={onClose} width={width} {...(initialFocus && { initialFocus })}>
      <div className="flex items-start gap-2 border-b border-sand-line px-5 py-3">
        <div className="flex min-h-9 min-w-0 flex-1 flex-col justify-center pointer-coarse:min-h-11">
          <DialogTitle className="text-lg leading-tight font-semibold wrap-anywhere">{title}</DialogTitle>
        </div>
        <Button look="ghost" size="icon" aria-label={crmStrings.close} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4">
        <CrashBoundary>{children}</CrashBoundary>
      </div>
      {footer && <div className="flex justify-end gap-2 border-t border-sand-line px-5 py-3">{footer}</div>}
    </Frame>
  );
}

type FormDialogProps = {
  title: string;
  submitLabel: string;
  busyLabel: string;
  /** Label of the closing button. */
  closeLabel?: string | undefined;
  /** If the window is wide enough. */
  twoColumns?: boolean;
  /** The result of useDraftForm. `original`: if it edits something that exists, its values before. */
  form: {
    busy: boolean;
    draft: Draft;
    original?: Fields;
    submit: (event: SubmitEvent<HTMLFormElement>) => void;
  };
  onClose: () => void;
  children: ReactNode;
};

/**
 * A dialog around one form, with Cancelar and its submit button always in sight. The field with `data-autofocus` has
 * the focus first. Closed otherwise, the draft keeps what was typed. While it is being sent nothing can be typed,
 * because the answer closes the dialog.
 */
export function FormDialog({
  title,
  submitLabel,
  busyLabel,
  closeLabel = crmStrings.cancel,
  twoColumns = false,
  form: { busy, draft, original, submit },
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width={twoColumns ? 'regular' : 'narrow'}
      footer={
        <>
          <Button
            onClick={() => {
              draft.drop();
              onClose();
            }}
          >
            {closeLabel}
          </Button>
          <Button type="submit" form={formId} look="primary" busyLabel={busy && busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {/* noValidate: errors are in the product's own words. */}
      <form
        id={formId}
        onSubmit={submit}
        onInput={({ currentTarget }) => draft.keep(readTyped(currentTarget), original)}
        inert={busy}
        noValidate
        className={`grid gap-4 ${twoColumns ? 'sm:grid-cols-2' : ''}`}
      >
        {children}
      </form>
    </Dialog>
  );
}

/** Confirms what people may regret. The focus starts on Cancelar. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  busyLabel,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  busyLabel?: string | false;
  onConfirm: () => void;
  onClose: () => void;
  /** Further choices. */
  children?: ReactNode;
}) {
  return (
    <Frame onClose={onClose} width="narrow" role="alertdialog">
      <div className="px-5 pt-5">
        <DialogTitle className="text-lg leading-tight font-semibold wrap-anywhere">{title}</DialogTitle>
        <Description className="mt-2 text-ink-soft">{text}</Description>
        {children && <div className="mt-4">{children}</div>}
      </div>
      <div className="flex justify-end gap-2 p-5">
        <Button onClick={onClose} autoFocus>
          {crmStrings.cancel}
        </Button>
        <Button look="danger" onClick={onConfirm} busyLabel={busyLabel}>
          {confirmLabel}
        </Button>
      </div>
    </Frame>
  );
}

type FrameProps = {
  onClose: () => void;
  width: keyof typeof WIDTHS;
  role?: 'dialog' | 'alertdialog';
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

function Frame({ onClose, width, role = 'dialog', initialFocus, children }: FrameProps) {
  const { wasPressedBeside } = useLayer(onClose);
  useBack(onClose);
  return (
    <Modal
      onClose={() => wasPressedBeside() && onClose()}
      role={role}
      {...(initialFocus && { initialFocus })}
      className="flex items-end justify-center sm:items-center sm:p-6"
    >
      {/* A wheel over something fixed would scroll the page. */}
      <DialogBackdrop className="pointer-events-none fixed inset-0 motion-safe:animate-fade bg-veil" />
      {/* On phones a toast fits above it, unless the on-screen keyboard leaves too little height. */}
      <DialogPanel
        className={`relative flex max-h-[max(80dvh,100dvh-6.25rem)] w-full motion-safe:animate-sheet flex-col rounded-t-2xl bg-white shadow-float sm:max-h-[85dvh] sm:motion-safe:animate-rise sm:rounded-2xl forced-colors:border ${WIDTHS[width]}`}
      >
        {children}
      </DialogPanel>
    </Modal>
  );
}
