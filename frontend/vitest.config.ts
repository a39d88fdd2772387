import { defineConfig } from "vitest/config";

// The limit only ends what hangs: on a machine with much else to do a test of many draws takes longer than the usual 5 s.
const MINUTE = 60_000;

export default defineConfig({
  // Words are there before a test reads them; pages fetch the language of their reader.
  test: {
    setupFiles: ["src/studio/words/everyLanguage.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    environment: "node",
    testTimeout: MINUTE,
  },
});
