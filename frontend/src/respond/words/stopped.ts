/** What is said where there is nothing to answer, or nothing more, in English. */
export const stopped = {
  nothing: "Nothing was sent.",
  retry: "Load again",
  closed: { title: "This survey is closed", text: "It takes no more answers." },
  scheduled: { title: "This survey is not open yet", text: "Come back later; the link stays the same." },
  paused: { title: "This survey is paused", text: "It takes no answers for now. The link stays the same." },
  missing: { title: "There is no survey here", text: "Check the link, or ask whoever gave it to you." },
  hidden: { title: "There is no preview here", text: "Sign in as someone who may see this survey." },
  draft: { title: "This draft cannot be shown yet", text: "It is not finished." },
  unreachable: { title: "The survey did not load", text: "There is no connection, or the server cannot answer now." },
  slow: { title: "The survey did not come in time", text: "The connection or the server is too slow now." },
  random: {
    title: "This browser cannot answer safely",
    text: "It cannot draw by chance, so your answers could not be scrambled.",
  },
  changed: {
    title: "This page refuses to show the survey",
    text: "What the server sent is not what was published: the hash is another.",
  },
  unknown: {
    title: "This page refuses to show the survey",
    text: "The survey does not keep the rules this page was built to hold.",
  },
  refused: {
    title: "Your report was not accepted",
    text: "The server says it stored nothing. Still, it has seen your report: a second one would weaken the guarantee.",
  },
  unsure: {
    title: "This page cannot tell whether your report counts",
    text: "An earlier try may have arrived. The last one was refused. Please do not answer again: a second report would weaken the guarantee.",
  },
  tooLate: { title: "This survey has just closed", text: "The server says it stored nothing." },
};
