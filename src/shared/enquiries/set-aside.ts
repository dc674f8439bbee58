/** An enquiry that intake set aside for a person to look at. `fields` are what it says, as far as it can be read. */
export type SetAsideEnquiry = {
  id: number;
  reason: 'honeypot' | 'rate' | 'failure';
  remote_address: string;
  received_at: string;
  fields: { nombre: string; email: string; pais: string; telefono: string; mensaje: string };
};
