/** Line icons on a 20-unit grid, drawn for this product. Unnamed: always beside or inside an element with a name. */
const PATHS = {
  note: 'M4 4.5h12v8.5l-3.5 3H4zM7 8h6M7 11h4',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.7 10h7.6l.7-10M8.5 9v4.5M11.5 9v4.5',
  close: 'M5 5l10 10M15 5L5 15',
  plus: 'M10 4v12M4 10h12',
  chevron: 'M6 8l4 4 4-4',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  warning: 'M10 3.5l7 12.5H3zM10 8.5v3.5M10 14h.01',
  search: 'M9 14A5 5 0 109 4a5 5 0 000 10zM12.8 12.8L17 17',
  previous: 'M12 5l-5 5 5 5',
  next: 'M8 5l5 5-5 5',
  phone: 'M6.5 3.5L4 5c0 6 5 11 11 11l1.5-2.5-3.5-2-1.5 1.5C9.5 12 8 10.5 7 8.5L8.5 7z',
  mail: 'M3 5.5h14v9H3zM3 6l7 5 7-5',
  chat: 'M10 3.5a6.5 6.5 0 00-5.6 9.8L3.5 16.5l3.3-.9A6.5 6.5 0 1010 3.5zM7.5 8.5c.5 2 2 3.5 4 4',
  clock: 'M10 17a7 7 0 100-14 7 7 0 000 14zM10 6v4l2.5 2',
  undo: 'M4 8h8a4 4 0 010 8H8M4 8l3.5-3.5M4 8l3.5 3.5',
  person: 'M10 10a3 3 0 100-6 3 3 0 000 6zM4 16.5a6 6 0 0112 0',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  pause: 'M7.5 4.5v11M12.5 4.5v11',
  download: 'M10 3.5v9M6 9l4 4 4-4M4 16.5h12',
  upload: 'M10 12.5v-9M6 7.5l4-4 4 4M4 16.5h12',
  chart: 'M4 16.5h12M5.5 13.5v-4M10 13.5v-9M14.5 13.5V8',
  list: 'M4 5.5h12M4 10h12M4 14.5h8',
  building: 'M4.5 16.5v-12h7v12M11.5 8.5h4v8M3 16.5h14M7 8h2M7 11.5h2',
  team: 'M7.5 10a2.7 2.7 0 100-5.4 2.7 2.7 0 000 5.4zM2.5 16a5 5 0 0110 0M13 5a2.6 2.6 0 010 4.8M14.5 12a5 5 0 013 4',
  plug: 'M7 3.5V7M13 3.5V7M5 7h10v2.5a5 5 0 01-10 0zM10 14.5v3',
  settings: 'M4 6.5h6M14 6.5h2M12 8.5a2 2 0 100-4 2 2 0 000 4zM4 13.5h2M10 13.5h6M8 15.5a2 2 0 100-4 2 2 0 000 4z',
  edit: 'M4 16l.8-3.6L13 4.2a1.4 1.4 0 012 0l.8.8a1.4 1.4 0 010 2L7.6 15.2z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return LineIcon({ path: PATHS[name], className });
}

/** An icon that only one screen needs, which brings its path. */
export function LineIcon({ path, className }: { path: string; className?: string | undefined }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className={className ? `icon ${className}` : 'icon'}>
      <path d={path} />
    </svg>
  );
}
