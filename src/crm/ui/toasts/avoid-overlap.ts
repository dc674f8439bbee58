import { afterFrame } from '../after-press';
import { BESIDE } from '../layers/useIsWide';

/** A toast never covers a form, which is about to be sent again. */
const FORMS = '.sheet-foot, [id^="headlessui-dialog-panel"]:not(.sheet)';
/** Nor, in a small window, the names in a list, if it fits between them. In a large one it stands beside them. */
const NAMES = '.sheet-title, .lead-row a[data-in-place]';

const GAP_PX = 1;

/**
 * Lifts the toasts' region from the window's lower edge over what its toast would cover, until the returned function is
 * called.
 */
export function avoidOverlap(region: HTMLElement): () => void {
  const place = () => {
    region.style.translate = '';
    const isSmall = matchMedia(`(width < ${BESIDE}rem)`).matches;
    const lift = (isSmall ? findLift(region, `${FORMS}, ${NAMES}`) : undefined) ?? findLift(region, FORMS) ?? 0;
    if (lift > 0) region.style.translate = `0 ${-lift}px`;
  };
  place();
  // Measuring takes a slow phone several frames, so a press that moves the focus shows its effect first.
  const watch = new AbortController();
  const { signal } = watch;
  let isWaiting = false;
  const placeLater = () => {
    if (isWaiting) return;
    isWaiting = true;
    afterFrame(() => {
      isWaiting = false;
      if (!signal.aborted) place();
    });
  };
  // A form grows with its errors, and returns the focus when it closes.
  const growing = new ResizeObserver(placeLater);
  for (const form of document.querySelectorAll(FORMS)) growing.observe(form);
  for (const name of ['scrollend', 'focusin']) document.addEventListener(name, placeLater, { signal });
  return () => {
    watch.abort();
    growing.disconnect();
  };
}

/** The lift needed to cover none of these; undefined if there is no such place. */
function findLift(region: HTMLElement, kept: string): number | undefined {
  const toast = region.lastElementChild?.getBoundingClientRect();
  if (!toast) return 0;
  const boxes = [...document.querySelectorAll(kept)]
    // Measuring a row that the browser skips would lay it out.
    .filter((element) => element.checkVisibility?.({ contentVisibilityAuto: true }) ?? true)
    .map((element) => element.getBoundingClientRect())
    .filter(({ left, right }) => left < toast.right && right > toast.left);
  let lift = 0;
  while (lift <= toast.top) {
    const covered = boxes.find(
      ({ top, bottom }) => bottom > toast.top - lift - GAP_PX && top < toast.bottom - lift + GAP_PX,
    );
    if (!covered) return lift;
    lift = toast.bottom - covered.top + GAP_PX * 2;
  }
  return undefined;
}
