import type { CopiedLink } from '~/shared/accounts/member';
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
import { callApi, del, patch, post } from '../api-client';
import { pageParams } from '../ui/reading/page-params';

export const fetchCompanies = (q: string, after: CompanyPage | null, signal: AbortSignal) =>
  callApi<CompanyPage>(`/api/companies${pageParams(after, { q })}`, { signal });

export const createCompany = (input: CreateCompany, key: string | undefined) =>
  post<CreatedCompany>('/api/companies', input, { key });

/** Only without people and history. */
export const deleteCompany = (id: number) => del(`/api/companies/${id}`);

export const restoreCompany = (id: number) => post(`/api/companies/${id}/restore`);
export const fetchCompany = (id: number) => callApi<CompanyDetail>(`/api/companies/${id}`);

/** The agency that the user coordinates. */
export const fetchOwnCompany = () => callApi<OwnCompanyDetail>('/api/companies/own');

export const changeCompany = async (id: number, changes: UpdateCompany) =>
  (await patch<{ company: Company }>(`/api/companies/${id}`, changes)).company;

export const resendMail = (deliveryId: number) => post(`/api/deliveries/${deliveryId}/resend`);

export const fetchAgents = async (companyId: number) =>
  (await callApi<{ agents: Agent[] }>(`/api/companies/${companyId}/agents`)).agents;

export const addAgent = async (companyId: number, input: CreateAgent, key?: string) =>
  (await post<{ agent: Agent }>(`/api/companies/${companyId}/agents`, input, { key })).agent;

export const changeAgent = async (id: number, changes: UpdateAgent) =>
  (await patch<{ agent: Agent }>(`/api/agents/${id}`, changes)).agent;
export const deleteAgent = (id: number) => del(`/api/agents/${id}`);

/** `magicLinkSent` matters only if an access link was asked for. */
export function createCoordinator(input: CreateCoordinator): Promise<{ magicLinkSent: boolean }> {
  const unknownReason = coordinatorStrings.toasts.createFailedUnsaid;
  return post('/api/manage-users', input, { unknownReason });
}

export const resetPassword = (userId: string) => post('/api/manage-users', { action: 'resetPassword', userId });

/** A link for a coordinator who has no password of their own yet. */
export const copyLink = (userId: string) => post<CopiedLink>(`/api/team/${userId}/link`);

/** Removes a coordinator's second factors and ends their sessions. */
export const resetSecondFactor = (userId: string) => post(`/api/team/${userId}/reset-second-factor`);

export const deleteUser = (userId: string) => post('/api/manage-users', { action: 'deleteUser', userId });
export const changeCoordinatorStatus = (userId: string, status: ChangeStatus['status']) =>
  patch(`/api/profiles/${userId}`, { status });
