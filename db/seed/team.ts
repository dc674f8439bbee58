import type { ProfileStatus, Role } from '~/shared/accounts/account';

/** Somebody of the team. `days`: since when they are here. `part`: how many of the leads they work, beside the others. */
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
/** The others, who cannot sign in: nobody knows their passwords. The last one has signed up and waits to be let in. */
export const COLLEAGUES: Member[] = [
  { name: 'Lucía Paredes', email: 'lucia@demo.example.com', status: 'active', roles: [], days: 250, part: 4 },
  { name: 'Damián Acuña', email: 'damian@demo.example.com', status: 'active', roles: [], days: 96, part: 3 },
  { name: 'Sofía Beltrán', email: 'sofia@demo.example.com', status: 'pending', roles: [], days: 1, part: 0 },
];
