export const tokens = {
  title: (count: number) =>
    count === 0
      ? "No program may act for you"
      : count === 1
        ? "1 program may act for you"
        : `${count} programs may act for you`,
  text: "A token lets a program use the API in your name, within the rights you tick. Each program gets its own.",
  name: "What is it for?",
  nameHint: "For example: nightly export of the health survey.",
  scopes: "It may",
  scope: {
    "datasets:read": "see data sets that you may see, requests and budgets",
    "datasets:use": "the same, and ask for access, make synthetic and anonymised data and release what you may",
    "datasets:write": "the same, and create, change and share your data sets",
    "reports:bulk": "send many reports at once",
    "surveys:read": "read surveys and results",
    "surveys:write": "create, change, publish, close and delete surveys",
  },
  expires: "It ends",
  expiry: { "30": "in 30 days", "90": "in 90 days", "365": "in a year" },
  create: "Create token",
  creating: "Creating …",
  secretTitle: "Copy the token now",
  secretText: "It is shown once. We keep only a fingerprint of it.",
  copySecret: "Copy token",
  done: "I have copied it",
  search: "Search tokens",
  sorts: { "-created_at": "Newest", created_at: "Oldest", name: "Name" },
  columns: { name: "Token", scopes: "It may", used: "Last used", expires: "Ends" },
  never: "never",
  revoked: "revoked",
  revoke: "Revoke",
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeText: "Programs that use it are refused at once. This cannot be undone.",
  revokeNow: "Revoke it",
  keep: "Keep it",
};
