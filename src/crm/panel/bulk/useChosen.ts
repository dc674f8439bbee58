import { useRef, useState } from 'react';
import type { PanelRow } from '../panel-state';

const NOBODY: ReadonlySet<number> = new Set();

/**
 * Ids of the chosen leads. Leaving the list deselects a lead; another list starts with none. `isAll`: also those on
 * unread pages. `isOpen`: on a phone, whether a press selects instead of opening.
 */
export function useChosen(rows: readonly PanelRow[], list: string) {
  const [state, setState] = useState({ list, ids: NOBODY, isAll: false, isOpen: false });
  const anchor = useRef<number>(undefined);
  const standing = rows.flatMap(({ lead, isGone }) => (isGone ? [] : lead.id));
  const isOther = state.list !== list;
  const ids = state.isAll ? standing : standing.filter((id) => state.ids.has(id));
  if (isOther) setState({ list, ids: NOBODY, isAll: false, isOpen: false });
  else if (ids.length !== state.ids.size) setState({ ...state, ids: new Set(ids) });

  const choose = (chosen: readonly number[], isAll = false) =>
    setState({ ...state, ids: new Set(chosen), isAll: isAll && chosen.length > 0 });

  return {
    ids: state.ids,
    isAll: state.isAll,
    isOpen: state.isOpen,
    isChoosing: state.isOpen || state.ids.size > 0,
    isWhole: ids.length > 0 && ids.length === standing.length,
    /** Toggles a lead; with Shift, the range from the previous one. */
    toggle: (id: number, isRange = false) => {
      const [from, to] = [standing.indexOf(isRange ? (anchor.current ?? id) : id), standing.indexOf(id)];
      if (to === -1) return;
      anchor.current = id;
      const range = from === -1 ? [id] : standing.slice(Math.min(from, to), Math.max(from, to) + 1);
      const others = ids.filter((other) => !range.includes(other));
      choose(state.ids.has(id) ? others : [...others, ...range]);
    },
    /** All rows; `isAll`: and all that match. */
    chooseRows: (isAll = false) => choose(standing, isAll),
    clear: () => choose([]),
    begin: () => setState({ ...state, isOpen: true }),
    end: () => setState({ ...state, ids: NOBODY, isAll: false, isOpen: false }),
  };
}
export type Chosen = ReturnType<typeof useChosen>;
