/** What the drafts of a lead are called; those of its notes begin alike. */
export const draftNames = {
  note: (leadId: number) => `lead:${leadId}:note`,
  noteEdit: (leadId: number, noteId: number) => `lead:${leadId}:note:${noteId}`,
  data: (leadId: number) => `lead:${leadId}:data`,
};
