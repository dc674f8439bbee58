import { Icon } from '../ui/Icon';

/** A plan's features, each marked as included or to be gained. */
export function PlanFeatures({ features, mark = 'check' }: { features: string[]; mark?: 'check' | 'plus' }) {
  return (
    <ul className="grid gap-2">
      {features.map((feature) => (
        <li key={feature} className="flex gap-2">
          <Icon
            name={mark}
            className={`mt-0.5 size-5 ${mark === 'check' ? 'text-leaf-dark' : 'text-petrol'}`}
          />
          {feature}
        </li>
      ))}
    </ul>
  );
}
