import type { ComponentProps } from 'react';

type Props = ComponentProps<'input'> & { title: string; text?: string | undefined };

/** One of a few choices, as a radio button on a card. */
export function ChoiceCard({ title, text, ...radio }: Props) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-lg border border-sand-line px-3 py-2.5 has-checked:border-petrol has-checked:bg-sand">
      <input {...radio} type="radio" className="mt-1 size-4 shrink-0 accent-petrol" />
      <span>
        <span className="font-medium">{title}</span>
        {text && <span className="block text-sm text-ink-soft">{text}</span>}
      </span>
    </label>
  );
}
