import { crmStrings } from '~/shared/strings/crm';

/** A spinner, beside a text that says what is going on. */
export function Spinner() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0 motion-safe:animate-spin">
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeOpacity=".25" strokeWidth="2" />
      <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

/** 'Cargando...' while something loads. */
export function Loading({ className = '' }: { className?: string }) {
  return (
    <p role="status" className={`flex items-center gap-2 text-ink-soft ${className}`}>
      <Spinner />
      {crmStrings.loading}
    </p>
  );
}
