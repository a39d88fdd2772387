import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api, doneBy } from "../../api/client";
import type { InvitationToMake, OrganisationRole, RoleToGrant } from "../../api/types";

/** The cursor in the address of the next page; null at the end. */
export function cursorIn(next: string | null): string | null {
  return next === null ? null : new URL(next, window.location.origin).searchParams.get("cursor");
}

export const organisations = queryOptions({
  queryKey: ["organisations"],
  queryFn: () => answerOf(api.GET("/api/v1/organisations/", { params: { query: { rows: 100 } } })),
});

export const organisation = (id: string) =>
  queryOptions({
    queryKey: ["organisations", id],
    queryFn: () => answerOf(api.GET("/api/v1/organisations/{id}/", { params: { path: { id } } })),
  });

export const createOrganisation = (name: string) => answerOf(api.POST("/api/v1/organisations/", { body: { name } }));
export const deleteOrganisation = (id: string) =>
  doneBy(api.DELETE("/api/v1/organisations/{id}/", { params: { path: { id } } }));
export const leaveOrganisation = (id: string) =>
  doneBy(api.DELETE("/api/v1/organisations/{id}/membership/", { params: { path: { id } } }));

export const changeMember = (id: string, person_id: string, role: OrganisationRole) =>
  answerOf(
    api.PATCH("/api/v1/organisations/{id}/members/{person_id}/", {
      params: { path: { id, person_id } },
      body: { role },
    }),
  );
export const removeMember = (id: string, person_id: string) =>
  doneBy(api.DELETE("/api/v1/organisations/{id}/members/{person_id}/", { params: { path: { id, person_id } } }));

export const createTeam = (id: string, name: string) =>
  answerOf(api.POST("/api/v1/organisations/{id}/teams/", { params: { path: { id } }, body: { name } }));
export const deleteTeam = (id: string, team_id: string) =>
  doneBy(api.DELETE("/api/v1/organisations/{id}/teams/{team_id}/", { params: { path: { id, team_id } } }));
export const putInTeam = (id: string, team_id: string, person: string) =>
  answerOf(
    api.POST("/api/v1/organisations/{id}/teams/{team_id}/people/", {
      params: { path: { id, team_id } },
      body: { person },
    }),
  );
export const takeFromTeam = (id: string, team_id: string, person_id: string) =>
  doneBy(
    api.DELETE("/api/v1/organisations/{id}/teams/{team_id}/people/{person_id}/", {
      params: { path: { id, team_id, person_id } },
    }),
  );

export const invitations = (subject: string) =>
  queryOptions({
    queryKey: ["invitations", subject],
    queryFn: () => answerOf(api.GET("/api/v1/invitations/", { params: { query: { subject, rows: 100 } } })),
  });
export const invite = (body: InvitationToMake) => answerOf(api.POST("/api/v1/invitations/", { body }));
export const revokeInvitation = (invitation_id: string) =>
  doneBy(api.DELETE("/api/v1/invitations/{invitation_id}/", { params: { path: { invitation_id } } }));
export const acceptInvitation = (secret: string) =>
  answerOf(api.POST("/api/v1/invitations/acceptances/", { body: { secret } }));

export const roles = (subject: string) =>
  queryOptions({
    queryKey: ["roles", subject],
    queryFn: () => answerOf(api.GET("/api/v1/roles/", { params: { query: { subject } } })),
  });
export const mine = (subject: string) =>
  queryOptions({
    queryKey: ["roles", "mine", subject],
    queryFn: () => answerOf(api.GET("/api/v1/roles/mine/", { params: { query: { subject } } })),
  });
/** Whether the viewer may do something with a survey. */
export type May = (operation: string) => boolean;

/** Undefined until the server has said. It is asked again whatever a page offered. */
export function useMay(survey: string): May | undefined {
  const { data } = useQuery(mine(`survey:${survey}`));
  return data && ((operation) => data.operations.includes(operation));
}

export const giveUpRole = (subject: string) =>
  doneBy(api.DELETE("/api/v1/roles/mine/", { params: { query: { subject } } }));
export const grantRole = (body: RoleToGrant) => answerOf(api.POST("/api/v1/roles/", { body }));
export const revokeRole = (id: number) => doneBy(api.DELETE("/api/v1/roles/{id}/", { params: { path: { id } } }));
export const explanation = (subject: string, person: string, operation: string) =>
  queryOptions({
    queryKey: ["roles", "explanation", subject, person, operation],
    queryFn: () =>
      answerOf(api.GET("/api/v1/roles/explanation/", { params: { query: { subject, person, operation } } })),
  });

export interface LogFilter {
  subject?: string | undefined;
  actor?: string | undefined;
  operation?: string | undefined;
  reason?: string | undefined;
}

/** Only what is asked for: an empty filter is no filter. */
const query = (filter: LogFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])));

export const log = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ["log", filter],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET("/api/v1/audit/", {
          params: { query: { ...query(filter), ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (page) => cursorIn(page.next),
  });
export const verifyWholeLog = () => answerOf(api.POST("/api/v1/jobs/", { body: { kind: "audit.verify" } }));
export const verifyLog = () => answerOf(api.GET("/api/v1/audit/verification/"));
