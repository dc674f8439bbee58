import { lazy, Suspense, useState } from 'react';
import { personStrings as strings } from '~/shared/strings/lead/person';
import { Button, buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useOpenLead } from '../open-lead';

const ErasePersonDialog = lazy(async () => ({
  default: (await import('./ErasePersonDialog')).ErasePersonDialog,
}));

/** For administrators: export everything stored about the person, or erase it. */
export function PersonData() {
  const { lead } = useOpenLead();
  const [isErasing, setErasing] = useState(false);
  return (
    <section aria-label={strings.title} className="grid gap-1.5 border-t border-sand-line pt-4">
      <h3 className="text-sm text-ink-faint">{strings.title}</h3>
      <div className="-mx-2.5 flex flex-wrap gap-x-2">
        <a
          href={`/api/leads/${lead.id}/person`}
          download={strings.fileName(lead.id)}
          data-proof
          className={buttonClass({ look: 'ghost' })}
        >
          <Icon name="download" className="size-4.5" />
          {strings.download}
        </a>
        <Button look="ghost" onClick={() => setErasing(true)} className="text-terracotta-dark!">
          <Icon name="trash" className="size-4.5" />
          {strings.erase}
        </Button>
      </div>
      {isErasing && (
        <Suspense>
          <ErasePersonDialog onClose={() => setErasing(false)} />
        </Suspense>
      )}
    </section>
  );
}
