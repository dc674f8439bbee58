import { Component, type ReactNode } from 'react';
import { crmStrings } from '~/shared/strings/crm';
import { Button } from './Button';

const { crash } = crmStrings;

type Props = {
  /** Classes for the message that replaces the contents. */
  className?: string;
  children: ReactNode;
};

/**
 * Catches render crashes, for which React would show nothing: a message and a button to reload the page. Logs the error
 * once. Everything outside the boundary, and stored drafts, stay.
 */
export class CrashBoundary extends Component<Props, { crash: { error: unknown } | null }> {
  override state = { crash: null as { error: unknown } | null };

  static getDerivedStateFromError(error: unknown) {
    return { crash: { error } };
  }

  override render() {
    if (!this.state.crash) return this.props.children;
    const { error } = this.state.crash;
    return (
      <div
        role="alert"
        className={`grid justify-items-start gap-3 rounded-xl bg-white p-5 text-ink shadow-card ${this.props.className ?? ''}`}
      >
        <h2 lang="en" className="text-lg font-semibold">
          {crash.title}
        </h2>
        <p>{crash.text}</p>
        <p className="text-sm text-ink-faint wrap-anywhere">{error instanceof Error ? error.message : String(error)}</p>
        <Button look="primary" onClick={() => location.reload()}>
          {crash.reload}
        </Button>
      </div>
    );
  }
}
