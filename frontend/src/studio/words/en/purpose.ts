export const purpose = {
  label: "For what",
  hint: "Your role lets you do this for one of these purposes. It is kept, and stands in the card of what is made.",
  choose: "Choose",
  only: (purpose: string) => `For ${purpose}: your role lets you do this for nothing else.`,
  madeFor: (purpose: string) => `Made for ${purpose}.`,
  onlyRows: (comparisons: string) => `Of rows alone where ${comparisons}: your role shows no others.`,
};
