import "../../../frontend/src/studio/words/everyLanguage"; // a journey speaks without waiting, where a page fetches

export * from "../../../frontend/src/studio/words/words";
