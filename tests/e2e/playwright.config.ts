import { defineConfig } from "@playwright/test";
import { chromium } from "./site/chromium";

/**
 * `quick` is what scripts/test runs in Chromium, `journeys` scripts/test real, and `privacy` scripts/test slow (tests/privacy).
 *
 * One server serves the whole run (site/serve.ts). Nothing is tried twice: a test that fails once has failed. What is
 * waited for has 15 s to come. A whole test has ten minutes, several times what the longest takes on a slow machine: the
 * limit is for one that never ends.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  globalSetup: "./site/serve.ts",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 600_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JUNIT_OUTPUT_NAME === undefined ? "list" : [["list"], ["junit"]],
  use: { ...chromium, actionTimeout: 15_000, navigationTimeout: 15_000 },
  projects: [
    { name: "quick", testMatch: "quick/*.spec.ts" },
    { name: "journeys", testMatch: "journeys/**/*.spec.ts" },
    { name: "privacy", testMatch: "privacy/*.spec.ts" },
  ],
});
