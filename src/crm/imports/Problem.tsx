import { Icon } from '../ui/Icon';

/** Why a step failed; announced when it appears. */
export function Problem({ id, text }: { id?: string; text: string | null }) {
  return (
    <div id={id} role="alert" className="empty:absolute">
      {text && (
        <p className="flex gap-2 rounded-lg bg-terracotta-mist px-3 py-2.5 text-terracotta-dark wrap-anywhere">
          <Icon name="warning" className="mt-0.5 size-5 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
