import { createPortal } from 'react-dom';
import { exportStrings } from '~/shared/strings/lead/export';

/** A link among those to other lists. */
export function ImportLink() {
  const place = document.querySelector('.lead-list-head > nav');
  // Where it moves no other link when it comes: first where they end the line, last where they begin it.
  const link = (
    <a href="/panel/importar" className="md:-order-1">
      {exportStrings.import}
    </a>
  );
  return place && createPortal(link, place);
}
