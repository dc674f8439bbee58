// A double press counts once where the first half changed what is under the pointer: a menu that has opened, the next
// question, the next row. Nobody means to press what they cannot have seen yet; nor does a key that is held.
{
  const SETTLE_MS = 400;
  const SAME_PLACE_PX = 12;
  const NONE = { timeStamp: Number.NEGATIVE_INFINITY, x: 0, y: 0, control: null };
  let before = NONE;

  const drop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const isIn = (target, selector) => target instanceof Element && target.closest(selector);

  window.addEventListener(
    'click',
    (event) => {
      const { timeStamp, clientX: x, clientY: y, target } = event;
      // By keyboard or script: no place.
      if (event.detail === 0 || !event.isTrusted) return;
      // A label presses its field once more.
      const control = isIn(target, 'label')?.control ?? isIn(target, 'button, a, input, [data-lead-id]') ?? target;
      const isThere = Math.hypot(x - before.x, y - before.y) <= SAME_PLACE_PX;
      const isSecond = isThere && (event.detail > 1 || timeStamp - before.timeStamp < SETTLE_MS);
      if (isSecond && control !== before.control) drop(event);
      else before = { timeStamp, x, y, control };
    },
    { capture: true },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      before = NONE;
      const presses = event.key === 'Enter' || event.key === ' ';
      if (presses && event.repeat && isIn(event.target, 'button, a, summary')) drop(event);
    },
    { capture: true },
  );
}
