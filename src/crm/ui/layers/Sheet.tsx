import { DialogPanel, DialogTitle } from '@headlessui/react';
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react';
import { CrashBoundary } from '../CrashBoundary';
import { Modal } from './Modal';
import { useIsWide } from './useIsWide';
import { useLayer } from './useLayer';

type Props = {
  title: string;
  onClose: () => void;
  /** Above and below the title. */
  above?: ReactNode;
  below?: ReactNode;
  /** The bottom bar, on small windows only. */
  bar: ReactNode;
  children: ReactNode;
};

/** A dialog at the right of a large window, whose page stays usable; modal and full-screen on a small one. */
export function Sheet(props: Props) {
  return useIsWide() ? <SideSheet {...props} /> : <FullSheet {...props} />;
}

/** The page makes room for it: see `data-beside` in styles/crm.css. */
function SideSheet({ title, onClose, above, below, children }: Props) {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useLayer(onClose);

  // Another lead may remove the focused element: then the focus stays in the sheet.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) sheet.current?.focus({ preventScroll: true });
  });

  useLayoutEffect(() => {
    const holder = document.activeElement;
    // Never takes the focus from a field being filled in, nor from the note box.
    if (sheet.current?.contains(holder) || holder?.matches('input, textarea, select')) return;
    sheet.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div
      ref={sheet}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ target, relatedTarget }) => {
        if (sheet.current?.contains(relatedTarget) || !document.hasFocus()) return;
        // Removing a focused element may blur it, too, but then the focus has not left the sheet.
        queueMicrotask(() => {
          if (target.isConnected) hadFocus.current = false;
        });
      }}
      className="sheet sheet-side"
    >
      <div className="sheet-head">
        {above}
        <h2 id={id} className="sheet-title">
          {title}
        </h2>
        {below}
      </div>
      <CrashBoundary>{children}</CrashBoundary>
    </div>
  );
}

/**
 * Headless UI's dialog takes a slow phone a while to draw, and its lead changes with each step. So the dialog is drawn
 * once, and only its contents again.
 */
function FullSheet(props: Props) {
  useLayer(props.onClose);
  return <Contents value={props}>{MODAL}</Contents>;
}

const Contents = createContext<Props | null>(null);
const MODAL = <ModalSheet />;

function ModalSheet() {
  const panel = useRef<HTMLDivElement>(null);
  return (
    // It fills the window, so nothing beside it can be pressed; Escape is handled by useLayer.
    <Modal onClose={() => {}} initialFocus={panel}>
      <DialogPanel ref={panel} tabIndex={-1} className="sheet sheet-full">
        <SheetContents />
      </DialogPanel>
    </Modal>
  );
}

function SheetContents() {
  const contents = useContext(Contents);
  if (!contents) return null;
  return (
    <>
      <div className="sheet-head">
        {contents.above}
        <DialogTitle className="sheet-title">{contents.title}</DialogTitle>
        {contents.below}
      </div>
      <CrashBoundary>{contents.children}</CrashBoundary>
      <div className="sheet-bar">{contents.bar}</div>
    </>
  );
}
