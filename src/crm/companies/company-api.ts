import type { ChangeStatus, CreateCoordinator } from '~/shared/accounts/schema';
import type {
  Agent,
  Company,
  CompanyDetail,
  CompanyPage,
  CreatedCompany,
  OwnCompanyDetail,
} from '~/shared/companies/company';
import type { CreateAgent, CreateCompany, UpdateAgent, UpdateCompany } from '~/shared/companies/schema';
import { coordinatorStrings } from '~/shared/strings/companies';
import { callApi, pageParams } from '../api-client';

export const fetchCompanies = (q: string, after: CompanyPage | null, signal: AbortSignal) =>
  callApi<CompanyPage>(`/api/companies${pageParams(after, { q })}`, { signal });

export const createCompany = (input: CreateCompany, key: string | undefined) =>
  callApi<CreatedCompany>('/api/companies', { method: 'POST', body: input, key });

/** Only without people and history. */
export const deleteCompany = (id: number) => callApi(`/api/companies/${id}`, { method: 'DELETE' });

export const restoreCompany = (id: number) => callApi(`/api/companies/${id}/restore`, { method: 'POST' });
export const fetchCompany = (id: number) => callApi<CompanyDetail>(`/api/companies/${id}`);

/** The agency that the user coordinates. */
export const fetchOwnCompany = () => callApi<OwnCompanyDetail>('/api/companies/own');

export const changeCompany = async (id: number, changes: UpdateCompany) =>
  (await callApi<{ company: Company }>(`/api/companies/${id}`, { method: 'PATCH', body: changes })).company;

export const resendMail = (deliveryId: number) =>
  callApi(`/api/deliveries/${deliveryId}/resend`, { method: 'POST' });

export const fetchAgents = async (companyId: number) =>
  (await callApi<{ agents: Agent[] }>(`/api/companies/${companyId}/agents`)).agents;

export async function addAgent(companyId: number, input: CreateAgent, key?: string): Promise<Agent> {
  const call = { method: 'POST', body: input, key } as const;
  return (await callApi<{ agent: Agent }>(`/api/companies/${companyId}/agents`, call)).agent;
}

export const changeAgent = async (id: number, changes: UpdateAgent) =>
  (await callApi<{ agent: Agent }>(`/api/agents/${id}`, { method: 'PATCH', body: changes })).agent;
export const deleteAgent = (id: number) => callApi(`/api/agents/${id}`, { method: 'DELETE' });

/** `magicLinkSent` matters only if an access link was asked for. */
export function createCoordinator(input: CreateCoordinator): Promise<{ magicLinkSent: boolean }> {
  const unknownReason = coordinatorStrings.toasts.createFailedUnsaid;
  return callApi('/api/manage-users', { method: 'POST', body: input, unknownReason });
}

export const resetPassword = (userId: string) =>
  callApi('/api/manage-users', { method: 'POST', body: { action: 'resetPassword', userId } });

/** Removes a coordinator's second factors and ends their sessions. */
export const resetSecondFactor = (userId: string) =>
  callApi(`/api/team/${userId}/reset-second-factor`, { method: 'POST' });

export const deleteUser = (userId: string) =>
  callApi('/api/manage-users', { method: 'POST', body: { action: 'deleteUser', userId } });
export const changeCoordinatorStatus = (userId: string, status: ChangeStatus['status']) =>
  callApi(`/api/profiles/${userId}`, { method: 'PATCH', body: { status } });
