import { useQuery } from "@tanstack/react-query";
import { mailFolder } from "../data/account";
import { words } from "../words/words";

/** Tells whoever runs DataHub on the same computer in which folder the code lies. */
export function MailFolder() {
  const { data: folder = "" } = useQuery(mailFolder);
  if (folder === "") return null;
  return (
    <p className="quiet">
      {words.account.mailFolder} <code>{folder}</code>
    </p>
  );
}
