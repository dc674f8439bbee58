import type { ProfileStatus, Role } from '~/shared/accounts/account';

/** A team member. `days`: how long they have been here. `part`: their relative share of the leads. */
export type Member = {
  name: string;
  email: string;
  status: ProfileStatus;
  roles: Role[];
  days: number;
  part: number;
};

export const ADMINISTRATOR: Member = {
  name: 'Clara Montes',
  email: 'admin@demo.example.com',
  status: 'active',
  roles: ['admin'],
  days: 420,
  part: 1,
};
export const SALESPERSON: Member = {
  name: 'Bruno Sosa',
  email: 'ventas@demo.example.com',
  status: 'active',
  roles: [],
  days: 400,
  part: 4,
};
/** Members who cannot sign in, as nobody knows their passwords. The last has signed up and waits for approval. */
export const COLLEAGUES: Member[] = [
  { name: 'Lucía Paredes', email: 'lucia@demo.example.com', status: 'active', roles: [], days: 250, part: 4 },
  { name: 'Damián Acuña', email: 'damian@demo.example.com', status: 'active', roles: [], days: 96, part: 3 },
  { name: 'Sofía Beltrán', email: 'sofia@demo.example.com', status: 'pending', roles: [], days: 1, part: 0 },
];
