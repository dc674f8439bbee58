import { useEffect, useState } from 'react';
import { leadStrings } from '~/shared/strings/leads';
import type { Views } from './list-views';
import { $views, ViewButtons, ViewLinks } from './ViewLinks';

/** The views in the navigation rail. Until the panel hydrates they are plain links with the server's counts. */
export function RailViews({ atFirst }: { atFirst: Views }) {
  const [now, setNow] = useState<Parameters<typeof ViewLinks>[0]>(atFirst);
  // Not useStore: the panel may write before this island hydrates, which must start with what the server drew.
  useEffect(() => $views.subscribe((views) => views && setNow(views)), []);
  return (
    <nav aria-labelledby="vistas" className="lead-views">
      <p id="vistas">{leadStrings.views.title}</p>
      <ViewLinks {...now} />
      <ViewButtons {...now} />
    </nav>
  );
}
