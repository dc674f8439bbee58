/** A note on a lead. A deleted one keeps its place in the history, without its text. */
export type LeadNote = {
  id: number;
  lead_id: number;
  author_id: string;
  author_name: string;
  body: string | null;
  created_at: string;
  edited_at: string | null;
  is_deleted: boolean;
};
