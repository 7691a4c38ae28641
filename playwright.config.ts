import { defineConfig } from '@playwright/test'
import { browserOptions } from './e2e/browser.ts'
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.ts'

keepTemporaryFilesInMemory()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './e2e/first-start.ts',
  // `npm run faults` and `npm run clicks` run them.
  grepInvert: /@long|@clicks/,
  outputDir: '.cache/e2e',
  // Each worker has its own portal and database.
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // Every wait ends within a minute and names what it waited for; a journey consists of many.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: 'list',
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: await browserOptions(),
    locale: 'en-US',
    // For every context, including those from `browser.newContext`: rendering motion costs a tenth of the
    // processor time.
    reducedMotion: 'reduce',
    timezoneId: 'America/Chicago',
    viewport: { width: 1280, height: 800 },
    // A trace costs a quarter of the processor time: `npm run e2e -- --trace on` records one.
    screenshot: 'only-on-failure',
  },
})
