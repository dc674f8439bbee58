import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useRef } from 'react';
import { pricing as text } from '~/content/sections.yaml';

type Billing = 'anual' | 'mensual';

/** The chosen billing, which the contact form names too. */
export const $billing = atom<Billing>('anual');

const OPTIONS: readonly { value: Billing; label: string }[] = [
  { value: 'anual', label: text.anual },
  { value: 'mensual', label: text.mensual },
];

/**
 * CSS switches the prices with these native radios (`:has()`), so the first click needs no script. Once hydrated, the
 * island stores the choice and announces the new prices to screen readers.
 */
export default function BillingToggle({ minimumMonths }: { minimumMonths: number }) {
  const group = useRef<HTMLDivElement>(null);
  const billing = useStore($billing, { ssr: 'initial' });

  useEffect(() => {
    const checked = group.current?.querySelector<HTMLInputElement>(':checked');
    if (checked) $billing.set(checked.value as Billing);
  }, []);

  return (
    <>
      <div className="billing" role="radiogroup" aria-label={text.facturacion} ref={group}>
        {OPTIONS.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="facturacion"
              value={value}
              defaultChecked={value === 'anual'}
              onChange={() => $billing.set(value)}
            />
            {label}
          </label>
        ))}
      </div>
      <p className="sr" role="status">
        {billing === 'mensual' && text.avisoMensual.replace('{meses}', String(minimumMonths))}
      </p>
    </>
  );
}
