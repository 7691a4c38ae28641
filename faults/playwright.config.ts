import { defineConfig } from '@playwright/test'
import quick from '../playwright.config.ts'

/** The journeys that take too long for every run. */
export default defineConfig({
  ...quick,
  testDir: '../e2e',
  outputDir: '../.cache/e2e',
  globalSetup: '../e2e/first-start.ts',
  grep: /@long/,
  grepInvert: [],
})
