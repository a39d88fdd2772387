import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { me, type NextStep } from "../data/account";

/** Where to go when a step of sign-in is done: on to the code, or to the page that was asked for. */
export function useArrival(next: string | undefined) {
  const queries = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  return async (step: NextStep) => {
    if (step === "verify_email") return navigate({ to: "/verify", search: { next } });
    if (step === "mfa_authenticate") return navigate({ to: "/sign-in/second-step", search: { next } });
    await queries.fetchQuery({ ...me, staleTime: 0 }); // the frame watches it: a query removed would still show nobody
    return next ? router.history.push(next) : navigate({ to: "/" });
  };
}
