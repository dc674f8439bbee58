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

/** The page following `after`, or the first one. */
export function fetchCompanies(
  q: string,
  after: CompanyPage | null,
  signal: AbortSignal,
): Promise<CompanyPage> {
  return callApi(`/api/companies${pageParams(after, { q })}`, { signal });
}

export function createCompany(input: CreateCompany, key: string | undefined): Promise<CreatedCompany> {
  return callApi('/api/companies', { method: 'POST', body: input, key });
}

/** Only without people and history. */
export function deleteCompany(id: number): Promise<void> {
  return callApi(`/api/companies/${id}`, { method: 'DELETE' });
}

export function restoreCompany(id: number): Promise<unknown> {
  return callApi(`/api/companies/${id}/restore`, { method: 'POST' });
}

export function fetchCompany(id: number): Promise<CompanyDetail> {
  return callApi(`/api/companies/${id}`);
}

/** The agency that the user coordinates. */
export function fetchOwnCompany(): Promise<OwnCompanyDetail> {
  return callApi('/api/companies/own');
}

export async function changeCompany(id: number, changes: UpdateCompany): Promise<Company> {
  const path = `/api/companies/${id}`;
  return (await callApi<{ company: Company }>(path, { method: 'PATCH', body: changes })).company;
}

/** Resends an undelivered mail. */
export function resendMail(deliveryId: number): Promise<unknown> {
  return callApi(`/api/deliveries/${deliveryId}/resend`, { method: 'POST' });
}

export async function fetchAgents(companyId: number): Promise<Agent[]> {
  return (await callApi<{ agents: Agent[] }>(`/api/companies/${companyId}/agents`)).agents;
}

export async function addAgent(
  companyId: number,
  input: CreateAgent,
  key: string | undefined,
): Promise<Agent> {
  const path = `/api/companies/${companyId}/agents`;
  return (await callApi<{ agent: Agent }>(path, { method: 'POST', body: input, key })).agent;
}

export async function changeAgent(id: number, changes: UpdateAgent): Promise<Agent> {
  const path = `/api/agents/${id}`;
  return (await callApi<{ agent: Agent }>(path, { method: 'PATCH', body: changes })).agent;
}

export function deleteAgent(id: number): Promise<void> {
  return callApi(`/api/agents/${id}`, { method: 'DELETE' });
}

/** `magicLinkSent` matters only if an access link was asked for. */
export function createCoordinator(input: CreateCoordinator): Promise<{ magicLinkSent: boolean }> {
  const unsaid = coordinatorStrings.toasts.createFailedUnsaid;
  return callApi('/api/manage-users', { method: 'POST', body: input, unsaid });
}

export function resetPassword(userId: string): Promise<unknown> {
  return callApi('/api/manage-users', { method: 'POST', body: { action: 'resetPassword', userId } });
}

/** Removes a coordinator's second factors and ends their sessions. */
export function resetSecondFactor(userId: string): Promise<void> {
  return callApi(`/api/team/${userId}/reset-second-factor`, { method: 'POST' });
}

export function deleteUser(userId: string): Promise<unknown> {
  return callApi('/api/manage-users', { method: 'POST', body: { action: 'deleteUser', userId } });
}

export async function changeCoordinatorStatus(
  userId: string,
  status: ChangeStatus['status'],
): Promise<unknown> {
  return callApi(`/api/profiles/${userId}`, { method: 'PATCH', body: { status } });
}
