/** What an agency and its agents are, as they travel from the database's rows to a screen. */

export const PLANS = ['FREE', 'PRO'] as const;
export type Plan = (typeof PLANS)[number];

export type Company = {
  id: number;
  name: string;
  country: string | null;
  plan: Plan;
  status: 'active' | 'inactive';
  created_at: string;
};

export type Agent = {
  id: number;
  name: string;
  email: string;
  status: 'active' | 'suspended';
  company_id: number;
};
