import { devices, type PlaywrightTestOptions, type PlaywrightWorkerOptions } from "@playwright/test";

/**
 * Chromium draws the list below its address bar as two pages of its own, loaded anew with every window, and keeps a process
 * ready for a page that may come: together more than half of the work in a test that opens a window and looks at one page.
 */
const OWN_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"];

/** What Playwright turns off: the last --disable-features alone counts, so that ours has to say these again. */
const OFF_IN_PLAYWRIGHT = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
];

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
      `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...OWN_PAGES].join(",")}`,
    ],
  },
};
