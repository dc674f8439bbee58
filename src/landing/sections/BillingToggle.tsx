import { useStore } from '@nanostores/react';
import { pricing as text } from '~/content/sections.yaml';
import { $billing, type Billing } from './billing';

const OPTIONS: readonly { value: Billing; label: string }[] = [
  { value: 'anual', label: text.anual },
  { value: 'mensual', label: text.mensual },
];

/** CSS switches the prices with these native radios (`:has()`), so no press needs a script. */
export default function BillingToggle() {
  return (
    <>
      <div className="billing" role="radiogroup" aria-label={text.facturacion}>
        {OPTIONS.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="facturacion" value={value} defaultChecked={value === 'anual'} />
            {label}
          </label>
        ))}
      </div>
      <p className="sr" role="status" />
    </>
  );
}

/** Announces the new prices to screen readers, in the place beside the radios. */
export function BillingNotice({ minimumMonths }: { minimumMonths: number }) {
  return useStore($billing) === 'mensual' && <span>{text.avisoMensual.replace('{meses}', String(minimumMonths))}</span>;
}
