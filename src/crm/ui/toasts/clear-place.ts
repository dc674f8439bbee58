/** What a toast never covers: the foot of a form, which is about to be pressed again. */
const FEET = '.sheet-foot';
/** Nor who a list is about, where there is room for it between their names. */
const NAMES = '.sheet-title, .lead-row a[data-in-place]';

const GAP_PX = 2;

/** Lifts the toasts' region from the window's lower edge over what its toast would cover there. */
export function placeClear(region: HTMLElement | null): void {
  if (!region) return;
  region.style.translate = '';
  const lift = findLift(region, `${FEET}, ${NAMES}`) ?? findLift(region, FEET) ?? 0;
  if (lift > 0) region.style.translate = `0 ${-lift}px`;
}

/** By how much it has to be lifted to cover none of these; undefined if that is over the middle of the window. */
function findLift(region: HTMLElement, kept: string): number | undefined {
  const toast = region.querySelector('[role="status"]')?.getBoundingClientRect();
  if (!toast) return 0;
  const boxes = [...document.querySelectorAll(kept)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ left, right }) => left < toast.right && right > toast.left);
  let lift = 0;
  while (toast.bottom - lift > window.innerHeight / 2) {
    const covered = boxes.find(
      ({ top, bottom }) => bottom > toast.top - lift - GAP_PX && top < toast.bottom - lift + GAP_PX,
    );
    if (!covered) return lift;
    lift = toast.bottom - covered.top + GAP_PX * 2;
  }
  return undefined;
}
