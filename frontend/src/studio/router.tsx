import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { ForgotPassword } from "./account/ForgotPassword";
import { SecondStep } from "./account/SecondStep";
import { SignIn } from "./account/SignIn";
import { SignUp } from "./account/SignUp";
import { VerifyEmail } from "./account/VerifyEmail";
import { Build } from "./builder/Build";
import { me } from "./data/account";
import { memory } from "./data/memory";
import { Catalogue } from "./datasets/Catalogue";
import { DataSetPage } from "./datasets/DataSetPage";
import { Failure } from "./frame/Failure";
import { Frame } from "./frame/Frame";
import { Missing } from "./frame/Missing";
import { Home } from "./home/Home";
import {
  anonymiseSearch,
  auditSearch,
  dataSearch,
  homeSearch,
  mechanismsSearch,
  planSearch,
  releasesSearch,
  resultsSearch,
  signInSearch,
  tokensSearch,
} from "./search";
import { Gone } from "./share/Gone";

const root = createRootRoute({
  component: Frame,
  notFoundComponent: Missing,
  errorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: SignIn,
  validateSearch: signInSearch,
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  component: SignUp,
  validateSearch: signInSearch,
});
const secondStep = createRoute({
  getParentRoute: () => root,
  path: "/sign-in/second-step",
  component: SecondStep,
  validateSearch: signInSearch,
});
const verify = createRoute({
  getParentRoute: () => root,
  path: "/verify",
  component: VerifyEmail,
  validateSearch: signInSearch,
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: lazyRouteComponent(() => import("./people/AcceptInvitation"), "AcceptInvitation"),
});
const forgot = createRoute({ getParentRoute: () => root, path: "/reset", component: ForgotPassword });

const givenTable = createRoute({
  getParentRoute: () => root,
  path: "/table",
  component: lazyRouteComponent(() => import("./release/one/Download"), "Download"),
});

const mechanisms = createRoute({
  getParentRoute: () => root,
  path: "/mechanisms",
  component: lazyRouteComponent(() => import("./evaluate/Mechanisms"), "Mechanisms"),
  validateSearch: mechanismsSearch,
});

const attackRoom = createRoute({
  getParentRoute: () => root,
  path: "/attacks",
  component: lazyRouteComponent(() => import("./attacks/AttackRoom"), "AttackRoom"),
});

const lesson = createRoute({
  getParentRoute: () => root,
  path: "/made-up-rows",
  component: lazyRouteComponent(() => import("./canary-audit/Lesson"), "Lesson"),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  component: Outlet,
  beforeLoad: async ({ location }) => {
    const person = await memory.ensureQueryData(me);
    if (!person) throw redirect({ to: "/sign-in", search: { next: location.href } });
  },
});

const home = createRoute({ getParentRoute: () => signedIn, path: "/", component: Home, validateSearch: homeSearch });
const build = createRoute({ getParentRoute: () => signedIn, path: "/surveys/$id/build", component: Build });
const plan = createRoute({
  getParentRoute: () => signedIn,
  path: "/surveys/$id/plan",
  component: lazyRouteComponent(() => import("./plan/PlanPage"), "PlanPage"),
  validateSearch: planSearch,
});
const share = createRoute({
  getParentRoute: () => signedIn,
  path: "/surveys/$id/share",
  component: lazyRouteComponent(() => import("./share/Share"), "Share"),
});
const gone = createRoute({ getParentRoute: () => signedIn, path: "/surveys/$id/gone", component: Gone });
const results = createRoute({
  getParentRoute: () => signedIn,
  path: "/surveys/$id/results",
  component: lazyRouteComponent(() => import("./results/Results"), "Results"),
  validateSearch: resultsSearch,
});
const tokens = createRoute({
  getParentRoute: () => signedIn,
  path: "/tokens",
  component: lazyRouteComponent(() => import("./tokens/Tokens"), "Tokens"),
  validateSearch: tokensSearch,
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: "/account",
  component: lazyRouteComponent(() => import("./account/Account"), "Account"),
});
const people = createRoute({
  getParentRoute: () => signedIn,
  path: "/people",
  component: lazyRouteComponent(() => import("./people/People"), "People"),
});
const organisation = createRoute({
  getParentRoute: () => signedIn,
  path: "/people/$id",
  component: lazyRouteComponent(() => import("./people/Organisation"), "Organisation"),
});
const colleagues = createRoute({
  getParentRoute: () => signedIn,
  path: "/surveys/$id/people",
  component: lazyRouteComponent(() => import("./people/Colleagues"), "Colleagues"),
});
const audit = createRoute({
  getParentRoute: () => signedIn,
  path: "/audit",
  component: lazyRouteComponent(() => import("./audit/Audit"), "Audit"),
  validateSearch: auditSearch,
});

const evaluate = createRoute({
  getParentRoute: () => signedIn,
  path: "/evaluate",
  component: lazyRouteComponent(() => import("./evaluate/Evaluate"), "Evaluate"),
});
const evaluation = createRoute({
  getParentRoute: () => signedIn,
  path: "/evaluate/$id",
  component: lazyRouteComponent(() => import("./evaluate/EvaluationPage"), "EvaluationPage"),
});

const data = createRoute({
  getParentRoute: () => signedIn,
  path: "/data",
  component: Catalogue,
  validateSearch: dataSearch,
});
const newData = createRoute({
  getParentRoute: () => signedIn,
  path: "/data/new",
  component: lazyRouteComponent(() => import("./datasets/NewDataSet"), "NewDataSet"),
});
const dataSet = createRoute({ getParentRoute: () => signedIn, path: "/data/$id", component: DataSetPage });
const dataFile = createRoute({
  getParentRoute: () => signedIn,
  path: "/data/$id/file",
  component: lazyRouteComponent(() => import("./datasets/FilePage"), "FilePage"),
});
const requests = createRoute({
  getParentRoute: () => signedIn,
  path: "/requests",
  component: lazyRouteComponent(() => import("./datasets/Requests"), "Requests"),
});
const dataPolicy = createRoute({
  getParentRoute: () => signedIn,
  path: "/data/$id/policy",
  component: lazyRouteComponent(() => import("./policy/PolicyPage"), "PolicyPage"),
});
const dataBudget = createRoute({
  getParentRoute: () => signedIn,
  path: "/data/$id/budget",
  component: lazyRouteComponent(() => import("./budget/BudgetPage"), "BudgetPage"),
});
const releases = createRoute({
  getParentRoute: () => signedIn,
  path: "/data/$id/releases",
  component: lazyRouteComponent(() => import("./release/Releases"), "Releases"),
  validateSearch: releasesSearch,
});
const anonymise = createRoute({
  getParentRoute: () => signedIn,
  path: "/data/$id/anonymise",
  component: lazyRouteComponent(() => import("./release/ask/Ask"), "Ask"),
  validateSearch: anonymiseSearch,
});
const candidates = createRoute({
  getParentRoute: () => signedIn,
  path: "/data/$id/anonymisations/$anonymisation",
  component: lazyRouteComponent(() => import("./release/candidates/Candidates"), "Candidates"),
});
const synthesise = createRoute({
  getParentRoute: () => signedIn,
  path: "/data/$id/synthesise",
  component: lazyRouteComponent(() => import("./synthetic/make/Make"), "Make"),
  validateSearch: anonymiseSearch,
});
const synthesised = createRoute({
  getParentRoute: () => signedIn,
  path: "/data/$id/syntheses/$synthesis",
  component: lazyRouteComponent(() => import("./synthetic/made/SyntheticPage"), "SyntheticPage"),
});
const synthesiseTwo = createRoute({
  getParentRoute: () => signedIn,
  path: "/data/$id/synthesise-two",
  component: lazyRouteComponent(() => import("./synthetic/make/MakeTwo"), "MakeTwo"),
  validateSearch: anonymiseSearch,
});
const synthesisedTwo = createRoute({
  getParentRoute: () => signedIn,
  path: "/data/$id/joined-syntheses/$joined",
  component: lazyRouteComponent(() => import("./synthetic/made/TwoTablesPage"), "TwoTablesPage"),
});
const release = createRoute({
  getParentRoute: () => signedIn,
  path: "/data/$id/releases/$release",
  component: lazyRouteComponent(() => import("./release/one/OneRelease"), "OneRelease"),
});
const releaseAlone = createRoute({
  getParentRoute: () => signedIn,
  path: "/releases/$release",
  component: lazyRouteComponent(() => import("./release/one/OneRelease"), "OneRelease"),
});
const ofMade = [synthesise, synthesised, synthesiseTwo, synthesisedTwo] as const;
const ofReleases = [releases, anonymise, candidates, ...ofMade, release, releaseAlone] as const;
const ofData = [data, newData, dataSet, dataFile, dataPolicy, dataBudget, requests, ...ofReleases] as const;

const tree = root.addChildren([
  signIn,
  signUp,
  secondStep,
  verify,
  forgot,
  invitation,
  givenTable,
  mechanisms,
  attackRoom,
  lesson,
  signedIn.addChildren([
    home,
    build,
    plan,
    share,
    gone,
    results,
    tokens,
    account,
    people,
    organisation,
    colleagues,
    audit,
    evaluate,
    evaluation,
    ...ofData,
  ]),
]);

export const router = createRouter({ routeTree: tree, scrollRestoration: true, defaultPreload: false });

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
