import { viewStrings as strings } from '~/shared/strings/views';
import type { Views } from './list-views';
import { $viewWork } from './views-store';

/** What can be done with the views: the list that is shown is saved where it is none yet, the saved ones are arranged. */
export function ViewButtons({ views, shown }: Views) {
  return (
    <>
      {views.every(({ query }) => query !== shown) && (
        <button type="button" onClick={() => $viewWork.set('save')}>
          {strings.save}
        </button>
      )}
      {views.some(({ isSaved }) => isSaved) && (
        <button type="button" onClick={() => $viewWork.set('arrange')}>
          {strings.arrange}
        </button>
      )}
    </>
  );
}
