import { createContext, type ReactNode, useContext } from "react";

/** Whether the questionnaire may only be read here. */
export const LockedContext = createContext(false);

/** Fields that nobody may change who may only read. */
export function Lockable({ children }: { children: ReactNode }) {
  return (
    <fieldset className="lockable" disabled={useContext(LockedContext)}>
      {children}
    </fieldset>
  );
}
