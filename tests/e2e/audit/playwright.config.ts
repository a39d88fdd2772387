import { defineConfig } from "@playwright/test";
import { chromium } from "../site/chromium";

/** Draws for tests/privacy/test_black_box_audit.py, which runs this and judges what it wrote. No server is needed. */
export default defineConfig({
  testDir: ".",
  outputDir: "../../../test-results/audit",
  workers: 1,
  retries: 0,
  timeout: 2_400_000, // a minute or two where nothing else is at work
  reporter: "line",
  use: chromium,
});
