/** What has to be said anew of what the server says in English: nothing. */
const asTheServerSays: Readonly<Record<string, string>> = {};

/** Synthetic rows as a release: how they are handed over, and what its pages say instead of what they say of people. */
export const handed = {
  notPromisedSaid: asTheServerSays,
  title: "Hand them to others",
  text: "They become a release, for people you name or for everybody. A worker draws them, checks in the written files that each value is one the owner declared, and seals them. It costs nothing: more rows of the same model tell no more.",
  rows: "Rows to hand over",
  synthetic: "Synthetic data",
  guarantee: (epsilon: string, delta: string, rho: string) =>
    `(${epsilon}, ${delta})-differentially private for any one row, rho ${rho}`,
  making: "Rows are drawn from the model.",
  verifying: "The written files are held to what their owner declared.",
  failedNext: "Nothing was written. What the rows are drawn from is still paid for: hand them over again.",
  blockedText:
    "Nothing left. A written file was not as it was asked for and declared, and was thrown away. This is a fault of DataHub: tell whoever runs the server, and send the report.",
  withdrawnText: "Nobody gets it any more, and its key is destroyed. Whoever has it, has it.",
  toModel: "To the model that they are drawn from",
  columns: "Columns",
  checked:
    "The files were read again as they are written. There are no classes to count: what is promised holds however they were drawn.",
  takeText: "The card says that the rows are synthetic, and what is promised of them.",
  judgeText:
    "You look at it as the second person. It takes nothing from the budget of these people: that was spent when the model was made.",
  recipientsText: "People with an account. Fewer columns promise what all of them do.",
  needsColumn: "Keep at least one column.",
  withdrawText:
    "Nobody gets it any more: recipients and links lead nowhere, and its key is destroyed. That cannot be undone. Whoever has the table has it.",
};
