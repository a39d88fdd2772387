import type { Draft } from "../../../frontend/src/api/types";

const fields = { help: "", show_if: "", may_skip: true };
const told = { help: "", show_if: "" };

/** One item of each type, with a condition, a pair, piping, two further languages, and a schedule. */
export const everyType: Draft = {
  title: "Work and health",
  description: "Five minutes about your work.",
  language: "en",
  languages: ["zh-CN", "ar"],
  translations: { "zh-CN": { title: "工作与健康", "q1.options.yes": "是" }, ar: { title: "العمل والصحة" } },
  questions: [
    { ...told, id: "consent1", type: "consent", text: "I have read what this study is about.", label: "I agree" },
    {
      ...fields,
      id: "q1",
      type: "yes_no",
      text: "Have you ever worked while you were ill?",
      options: [
        { id: "yes", label: "Yes" },
        { id: "no", label: "No" },
      ],
    },
    {
      ...fields,
      id: "q2",
      type: "single_choice",
      text: "Where do you work on most days?",
      shuffle: false,
      options: [
        { id: "a1", label: "At home" },
        { id: "a2", label: "In an office" },
      ],
    },
    {
      ...fields,
      id: "q3",
      type: "multiple_choice",
      text: "Which of these did you have last month?",
      show_if: "q1 = 'yes'",
      most_choices: 2,
      shuffle: true,
      options: [
        { id: "a1", label: "Headache", exclusive: false },
        { id: "a2", label: "Back pain", exclusive: false },
        { id: "a3", label: "None of these", exclusive: true },
      ],
    },
    { ...told, id: "page1", type: "page", text: "About you", shuffle: false },
    {
      ...fields,
      id: "q4",
      type: "dropdown",
      text: "In which season were you born?",
      shuffle: false,
      options: [
        { id: "a1", label: "Winter" },
        { id: "a2", label: "Summer" },
      ],
    },
    {
      ...fields,
      id: "q5",
      type: "scale",
      text: "How content are you with your work ({q2})?",
      scale: { least: 1, most: 5, least_label: "not at all", most_label: "very" },
    },
    {
      ...fields,
      id: "q6",
      type: "number",
      text: "How old are you?",
      number: { edges: ["18", "30", "45", "65"], unit: "years", least: "0", most: "120" },
    },
    {
      ...fields,
      id: "q7",
      type: "date",
      text: "When did you start?",
      date: { edges: ["2020-01-01", "2023-01-01"], least: null, most: null },
    },
    {
      ...fields,
      id: "q8",
      type: "matrix",
      text: "How often do you do this?",
      rows: [
        { id: "r1", label: "Skip lunch" },
        { id: "r2", label: "Work at night" },
      ],
      options: [
        { id: "a1", label: "Never" },
        { id: "a2", label: "Often" },
      ],
    },
    { ...told, id: "text1", type: "section", text: "Thank you. Nothing more is asked." },
  ],
  pairs: [["q1", "q2"]],
  levels: [{ epsilon: "0.25" }, { epsilon: "0.5" }],
  opens_at: null,
  closes_at: null,
  cap_reports: 500,
};
