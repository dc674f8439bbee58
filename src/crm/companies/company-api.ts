import type { Agent, Company } from '~/shared/companies/company';
import type { UpdateAgent, UpdateCompany } from '~/shared/companies/schema';
import { patch } from '../api-client';

export const changeCompany = async (id: number, changes: UpdateCompany) =>
  (await patch<{ company: Company }>(`/api/companies/${id}`, changes)).company;

export const changeAgent = async (id: number, changes: UpdateAgent) =>
  (await patch<{ agent: Agent }>(`/api/agents/${id}`, changes)).agent;
