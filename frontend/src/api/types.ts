import type { paths } from "./schema";

// Named by route, not by component: a type follows whatever the route answers.
type Body<Operation, Status extends number> = Operation extends {
  responses: { [status in Status]: { content: { "application/json": infer Content } } };
}
  ? Content
  : never;

type Sent<Operation> = Operation extends { requestBody?: { content: { "application/json": infer Content } } }
  ? Content
  : never;

export type Person = Body<paths["/api/v1/me/"]["get"], 200>;
export type Survey = Body<paths["/api/v1/surveys/{id}/"]["get"], 200>;
export type SurveyInList = Body<paths["/api/v1/surveys/"]["get"], 200>["results"][number];
export type SurveyListSort = NonNullable<NonNullable<paths["/api/v1/surveys/"]["get"]["parameters"]["query"]>["sort"]>;
export type Draft = Survey["draft"];
export type Item = Draft["questions"][number];
/** An item whose answer is sent. */
export type Question = Extract<Item, { may_skip: boolean }>;
export type Option = Extract<Item, { rows: unknown }>["rows"][number];
export type Level = Draft["levels"][number];
export type Plan = Body<paths["/api/v1/surveys/{id}/plan/"]["get"], 200>;
export type PlanQuestion = Plan["questions"][number];
export type PlanPair = Plan["pairs"][number];
export type PlanNumber = Plan["numbers"][number];
export type PlanSkippable = NonNullable<Plan["numbers_or_skipped"]>[number];
export type Rehearsal = Body<paths["/api/v1/surveys/{id}/plan/rehearsal/"]["get"], 200>;
export type Results = Body<paths["/api/v1/surveys/{id}/results/"]["get"], 200>;
export type Collecting = Extract<Results, { state: "collecting" }>;
export type Shown = Extract<Results, { state: "shown" }>;
export type QuestionResult = Shown["questions"][number];
export type NumberResult = NonNullable<Shown["numbers"]>[number];
export type SkippableNumber = NonNullable<Shown["numbers_or_skipped"]>[number];
export type Answer = QuestionResult["estimates"]["answers"][number];
export type Step = Body<paths["/api/v1/surveys/{id}/results/steps/"]["get"], 200>["steps"][number];
export type Job = Body<paths["/api/v1/jobs/"]["get"], 200>["results"][number];
export type Token = Body<paths["/api/v1/tokens/"]["get"], 200>["results"][number];
export type TokenCreated = Body<paths["/api/v1/tokens/"]["post"], 201>;
export type TokenToCreate = Sent<paths["/api/v1/tokens/"]["post"]>;
export type Scope = TokenToCreate["scopes"][number];
export type WeightedResults = Body<paths["/api/v1/surveys/{id}/results/weighted/"]["get"], 200>;
export type WeightedQuestion = WeightedResults["questions"][number];
export type KnownSharesToSend = Sent<paths["/api/v1/surveys/{id}/results/weighted/"]["put"]>;
export type CrossTab = Body<paths["/api/v1/surveys/{id}/results/crosstabs/"]["get"], 200>["crosstabs"][number];
export type Model = Body<paths["/api/v1/surveys/{id}/results/model/"]["get"], 200>;
export type MadeOfEstimates = Body<paths["/api/v1/surveys/{id}/results/synthetic-rows/"]["get"], 200>;
export type CrossTable = NonNullable<CrossTab["table"]>;
export type Comparison = Body<paths["/api/v1/surveys/{id}/results/compare/"]["get"], 200>;
export type Organisation = Body<paths["/api/v1/organisations/{id}/"]["get"], 200>;
export type Member = Organisation["members"][number];
export type Team = Organisation["teams"][number];
export type OrganisationRole = Member["role"];
export type InvitationToMake = Sent<paths["/api/v1/invitations/"]["post"]>;
export type InvitedRole = InvitationToMake["role"];
export type RoleHeld = Body<paths["/api/v1/roles/"]["get"], 200>[number];
export type RoleToGrant = Sent<paths["/api/v1/roles/"]["post"]>;
export type LogEntry = Body<paths["/api/v1/audit/"]["get"], 200>["results"][number];
export type LogVerification = Body<paths["/api/v1/audit/verification/"]["get"], 200>;
export type TokenListSort = NonNullable<NonNullable<paths["/api/v1/tokens/"]["get"]["parameters"]["query"]>["sort"]>;
export type DataSet = Body<paths["/api/v1/datasets/{id}/"]["get"], 200>;
export type DataSetInList = Body<paths["/api/v1/datasets/"]["get"], 200>["results"][number];
export type DataSetToCreate = Sent<paths["/api/v1/datasets/"]["post"]>;
export type DataSetToDescribe = NonNullable<Sent<paths["/api/v1/datasets/{id}/"]["patch"]>>;
export type FileVersion = Body<paths["/api/v1/datasets/{id}/versions/"]["get"], 200>["results"][number];
export type Upload = FileVersion["upload"];
export type DeclaredColumn = FileVersion["columns"][number];
export type FileFormat = NonNullable<Sent<paths["/api/v1/datasets/{id}/versions/{number}/"]["patch"]>["format"]>;
export type AccessRequest = Body<paths["/api/v1/access-requests/"]["get"], 200>["results"][number];
export type RequestStep = Sent<paths["/api/v1/access-requests/{id}/"]["patch"]>;
export type Policy = Body<paths["/api/v1/policies/"]["get"], 200>;
export type PolicyToWrite = Sent<paths["/api/v1/policies/"]["post"]>;
export type PolicyToTest = Sent<paths["/api/v1/policies/tests/"]["post"]>;
export type PolicyQuestion = Sent<paths["/api/v1/policies/explanations/"]["post"]>;
export type PolicyAnswer = Body<paths["/api/v1/policies/tests/"]["post"], 200>;
export type Place = Body<paths["/api/v1/policies/places/"]["get"], 200>[number];
export type PlaceToGive = Sent<paths["/api/v1/policies/places/"]["post"]>;
export type Alarm = Body<paths["/api/v1/policies/watch/"]["get"], 200>["alarms"][number];
export type Budget = Body<paths["/api/v1/budgets/dataset:{id}/"]["get"], 200>;
export type BudgetAccount = Budget["accounts"][number];
export type BudgetUse = Body<paths["/api/v1/budgets/dataset:{id}/uses/"]["get"], 200>["results"][number];
export type LimitToSet = Sent<paths["/api/v1/budgets/dataset:{id}/limits/"]["put"]>;
export type Evaluation = Body<paths["/api/v1/evaluations/{id}/"]["get"], 200>;
export type EvaluationInList = Body<paths["/api/v1/evaluations/"]["get"], 200>["results"][number];
export type MechanismOffered = Body<paths["/api/v1/mechanisms/"]["get"], 200>[number];
export type MechanismFigures = NonNullable<MechanismOffered["figures"]>;
export type StudyToAsk = Sent<paths["/api/v1/evaluations/"]["post"]>;
export type Findings = NonNullable<Evaluation["findings"]>;
export type Trial = Findings["trials"][number];
export type Mechanism = Trial["mechanism"];
export type Population = Evaluation["asked"]["population"];
export type LeakagePreview = Body<paths["/api/v1/datasets/{id}/versions/{number}/leakage/"]["get"], 200>;
export type ColumnLeakage = NonNullable<LeakagePreview["columns"]>[number];
export type Outlook = ColumnLeakage["ways"][number];
export type OneRelease = Body<paths["/api/v1/releases/{id}/"]["get"], 200>;
export type ReleaseReport = Body<paths["/api/v1/releases/{id}/report/"]["get"], 200>;
export type RowsBeside = Body<paths["/api/v1/releases/{id}/rows/"]["get"], 200>;
export type HierarchyToCount = Sent<paths["/api/v1/datasets/{id}/versions/{number}/counts/levels/"]["post"]>;
export type CountedHierarchy = Body<paths["/api/v1/datasets/{id}/versions/{number}/counts/levels/"]["post"], 200>;
export type ReleaseFinding = ReleaseReport["verified"][number];
export type ReleaseVerdict = Sent<paths["/api/v1/releases/{id}/verdict/"]["post"]>;
export type Recipient = Body<paths["/api/v1/releases/{id}/recipients/"]["get"], 200>[number];
export type RecipientToName = Sent<paths["/api/v1/releases/{id}/recipients/"]["post"]>;
export type ReleaseLink = Body<paths["/api/v1/releases/{id}/links/"]["get"], 200>[number];
export type LinkToMake = Sent<paths["/api/v1/releases/{id}/links/"]["post"]>;
export type Anonymisation = Body<paths["/api/v1/anonymisations/{id}/"]["get"], 200>;
export type AnonymisationInList = Body<paths["/api/v1/datasets/{id}/anonymisations/"]["get"], 200>["results"][number];
export type AnonymisationToAsk = Sent<paths["/api/v1/datasets/{id}/anonymisations/"]["post"]>;
export type PlannedColumn = AnonymisationToAsk["plan"]["columns"][number];
export type HierarchyRule = NonNullable<PlannedColumn["hierarchy"]>;
export type AnonymisationPlan = AnonymisationToAsk["plan"];
export type CandidateWanted = AnonymisationToAsk["candidates"][number];
export type AnonymityModel = CandidateWanted["models"][number];
export type CandidateFound = NonNullable<Anonymisation["found"]>[number];
export type RowRisk = NonNullable<Anonymisation["before"]>;
export type ReleaseToMake = Sent<paths["/api/v1/anonymisations/{id}/releases/"]["post"]>;
export type RowsToHandOver = Sent<paths["/api/v1/syntheses/{id}/releases/"]["post"]>;
type AnySynthesis = Body<paths["/api/v1/syntheses/{id}/"]["get"], 200>; // of one table, or of two
export type Synthesis = Extract<AnySynthesis, { guarantee: unknown }>;
export type Joined = Extract<AnySynthesis, { guarantees: unknown }>;
export type SynthesisInList = Body<paths["/api/v1/datasets/{id}/syntheses/"]["get"], 200>["results"][number];
type AnyAppraisal = Body<paths["/api/v1/syntheses/{id}/measured-reports/"]["get"], 200>[number];
export type Appraisal = Extract<AnyAppraisal, { guarantee: unknown }>;
export type JoinedAppraisal = Extract<AnyAppraisal, { guarantees: unknown }>;
export type AppraisalToAsk = Sent<paths["/api/v1/syntheses/{id}/measured-reports/"]["post"]>;
type AnySynthesisToAsk = Sent<paths["/api/v1/datasets/{id}/syntheses/"]["post"]>;
export type JoinedToAsk = Extract<AnySynthesisToAsk, { plan: { children: unknown } }>;
export type SynthesisToAsk = Exclude<AnySynthesisToAsk, JoinedToAsk>;
export type ColumnToMake = Body<
  paths["/api/v1/datasets/{id}/versions/{number}/syntheses/columns/"]["get"],
  200
>[number];
type AnyForecastWish = Sent<paths["/api/v1/datasets/{id}/versions/{number}/syntheses/forecasts/"]["post"]>;
export type ForecastWish = Extract<AnyForecastWish, { columns: unknown }>;
export type JoinedForecastWish = Extract<AnyForecastWish, { children: unknown }>;
type AnyForecasts = Body<paths["/api/v1/datasets/{id}/versions/{number}/syntheses/forecasts/"]["post"], 200>;
export type Forecasts = Extract<AnyForecasts, { columns: unknown }>;
export type JoinedForecasts = Extract<AnyForecasts, { children: unknown }>;
export type ColumnOfTwo = JoinedForecasts["parents"][number];
