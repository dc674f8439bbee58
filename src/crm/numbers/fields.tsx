import type { ReactNode } from 'react';

/** The page's form controls, which work without a script. */

type Wiring = { name: string; label: string; faultId?: string | undefined };

const describe = (faultId: string | undefined) =>
  faultId ? { 'aria-invalid': true as const, 'aria-describedby': faultId } : {};

export function Day({ name, label, day, faultId }: Wiring & { day: string }) {
  return (
    <label>
      <span>{label}</span>
      <input type="date" name={name} defaultValue={day} className="number-field" {...describe(faultId)} />
    </label>
  );
}

type ChoiceProps = Wiring & { chosen: string; children: ReactNode };

export function Choice({ name, label, chosen, faultId, children }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select name={name} defaultValue={chosen} className="number-field" {...describe(faultId)}>
        {children}
      </select>
    </label>
  );
}

/** Hidden fields for the rest of the URL. */
export function Hidden({ values }: { values: Record<string, string> }) {
  return Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
