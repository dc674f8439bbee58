import { query } from '~/server/database/connection';

export type ViewRow = {
  id: number;
  author_id: string | null;
  author_name: string | null;
  name: string;
  query: string;
  shared: 0 | 1;
  position: number;
};

const VIEW = `SELECT saved_views.id, author_id, profiles.name AS author_name, saved_views.name, query, shared, position
  FROM saved_views LEFT JOIN profiles ON profiles.id = author_id`;

/** A person's unshared views, in their order. */
export const selectOwnViews = query<[{ author_id: string | null }], ViewRow>(
  `${VIEW} WHERE author_id = :author_id AND shared = 0 ORDER BY position, saved_views.id`,
);

export const selectSharedViews = query<[], ViewRow>(`${VIEW} WHERE shared = 1 ORDER BY position, saved_views.id`);

export const selectView = query<[{ id: number }], ViewRow>(`${VIEW} WHERE saved_views.id = :id`);

type NewView = Pick<ViewRow, 'author_id' | 'name' | 'query' | 'shared' | 'position'> & { created_at: string };

export const insertView = query<[NewView], { id: number }>(
  `INSERT INTO saved_views (author_id, name, query, shared, position, created_at)
   VALUES (:author_id, :name, :query, :shared, :position, :created_at) RETURNING id`,
);

export const updateView = query<[Omit<ViewRow, 'author_name' | 'position'>]>(
  `UPDATE saved_views SET author_id = :author_id, name = :name, query = :query, shared = :shared
   WHERE id = :id`,
);

export const updatePosition = query<[{ id: number; position: number }]>(
  'UPDATE saved_views SET position = :position WHERE id = :id',
);

export const deleteViewRow = query<[{ id: number }]>('DELETE FROM saved_views WHERE id = :id');

/** Also of somebody who left. */
export const selectName = query<[{ id: string }], { name: string }>('SELECT name FROM profiles WHERE id = :id');
