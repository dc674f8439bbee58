import { useEffect, useState } from 'react';
import { leadStrings } from '~/shared/strings/leads';
import type { Views } from './list-views';
import { ViewButtons, ViewLinks } from './ViewLinks';
import { $views } from './views-store';

/** The views in the rail of places. Until the panel is alive they are plain links, and say what the server has counted. */
export function RailViews({ atFirst }: { atFirst: Views }) {
  const [now, setNow] = useState<Parameters<typeof ViewLinks>[0]>(atFirst);
  // Not useStore: the panel may have written before this island is alive, and it is to begin with what the server drew.
  useEffect(() => $views.subscribe((views) => views && setNow(views)), []);
  return (
    <nav aria-labelledby="vistas" className="lead-views">
      <p id="vistas">{leadStrings.views.title}</p>
      <ViewLinks {...now} />
      <ViewButtons {...now} />
    </nav>
  );
}
