import { Component, type ReactNode } from 'react';
import { crmStrings } from '~/shared/strings/crm';
import { Button } from './Button';

const { crash } = crmStrings;

type Props = {
  /** Where what stands in for its contents is to be seen. */
  className?: string;
  children: ReactNode;
};

/**
 * Where its contents cannot be drawn, says so in their place and offers to load the page anew: React would leave nothing.
 * The error is on the console once; what stands beside it, and what is kept of what was typed, stays.
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
        <p className="text-sm text-ink-faint wrap-anywhere">
          {error instanceof Error ? error.message : String(error)}
        </p>
        <Button look="primary" onClick={() => location.reload()}>
          {crash.reload}
        </Button>
      </div>
    );
  }
}
