import { devices, type PlaywrightTestOptions, type PlaywrightWorkerOptions } from "@playwright/test";

/** The system's Chromium, silent: whatever it sends is sent by the page. */
export const chromium: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  ...devices["Desktop Chrome"],
  browserName: "chromium",
  locale: "en-GB",
  timezoneId: "UTC",
  launchOptions: {
    executablePath: process.env.DATAHUB_CHROMIUM ?? "/usr/bin/chromium",
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), // Chromium refuses its sandbox to root
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  },
};
