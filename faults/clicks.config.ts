import { defineConfig } from '@playwright/test'
import long from './playwright.config.ts'

/** The walks of thousands of clicks, which take hours. */
export default defineConfig({ ...long, grep: /@clicks/ })
