import type { Page } from 'playwright';

/** Resolves when every island of the whole page is hydrated, and every row of the list, which hydrate one by one. */
export async function waitForIslands(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
}

/** For the page: whether that is so. */
export function isHydrated(): boolean {
  type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
  const keyOf = (element: Element, start: string) => Object.keys(element).find((key) => key.startsWith(start));
  // Without its `ssr` React has only begun with it.
  const isDone = (island: Element) => {
    const key = keyOf(island, '__reactContainer$');
    return (
      key !== undefined &&
      !(island as unknown as Record<string, Root>)[key]?.stateNode.current.memoizedState.isDehydrated
    );
  };
  return (
    // After a press that led here the page may not be parsed yet.
    document.readyState !== 'loading' &&
    [...document.querySelectorAll('astro-island')].every((island) => !island.hasAttribute('ssr') && isDone(island)) &&
    [...document.querySelectorAll('[data-lead-id]')].every((row) => keyOf(row, '__reactFiber$') !== undefined)
  );
}
