/** A lead's draft names. Its notes' share a prefix, so that GoneLead finds all of them. */
export const draftNames = {
  note: (leadId: number) => `lead:${leadId}:note`,
  noteEdit: (leadId: number, noteId: number) => `lead:${leadId}:note:${noteId}`,
  message: (leadId: number) => `lead:${leadId}:message`,
  template: (leadId: number, template: string) => `lead:${leadId}:template:${template}`,
  view: 'view:new',
  field: (leadId: number, field: string) => `lead:${leadId}:data:${field}`,
};
