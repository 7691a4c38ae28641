import { playwright } from '@vitest/browser-playwright'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vitest/config'
import { browserOptions } from './e2e/browser.ts'
import { shippedBrand } from './scripts/shipped-brand.ts'
import { summaryReporter } from './scripts/summary.ts'
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.ts'

keepTemporaryFilesInMemory()

const excluded = ['**/node_modules/**', '**/dist/**', '.cache/**', '.data/**', 'e2e/**']
/**
 * Tests that use the PostgreSQL of server/testing: all of the server's, and elsewhere those with `.db.` in
 * their name.
 */
const database = ['server/**/*.test.ts', '**/*.db.test.ts']

/** Tests that replace a module or global before they import: each runs in its own process. */
const alone = [
  'adapters/telemetry/off.test.ts',
  'appointment/form/send.test.ts',
  'domain/dates/another-locale.test.ts',
  'portal/order/create-link.test.ts',
  'portal/lookups.test.ts',
  'portal/session/storage.test.ts',
  'ui/fields/after-press.test.ts',
]

/**
 * Ends hanging tests: each wait is bounded by a minute, a test by two, so the failing test is named. A thorough run
 * (domain/testing/cases.ts) tries many more cases in a test.
 */
const LIMIT_MS = process.env.THOROUGH ? 3_600_000 : 120_000

/** A different order in every run; the printed one can be repeated: `TEST_SEED=5 npm test`. */
const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)

/** The same values for property tests in every run; there are none in the browser. */
const SEEDED = 'scripts/seeded.ts'

/**
 * One project after the other: a worker loads its modules anew whenever its next file is of another project,
 * which in a mixed order is every second time.
 */
const RUNS = { aloneAndComponents: 0, rules: 1, database: 2 }

/** Packages that some browser tests import, under their import names. */
const OFTEN_IMPORTED = [
  'react',
  'react-dom/client',
  'react/jsx-runtime',
  'axe-core',
  '@mantine/charts',
  '@mantine/core',
  '@mantine/dates',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'react-hook-form',
  '@hookform/resolvers',
  '@hookform/resolvers/zod',
  'zod',
  'rfc6902',
  'oidc-client-ts',
  'csv-stringify/browser/esm/sync',
  'eventsource',
  'react-dom',
  'libphonenumber-js/min',
  'libphonenumber-js/min/metadata',
]

/** React's production build, which is what is shipped: the development build took a fifth of the processor time. */
const AS_SHIPPED = {
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', development: false } },
} as const

/** Set by scripts/test.ts. */
const summaryFile = process.env.UNIT_SUMMARY

export default defineConfig({
  plugins: [shippedBrand()],
  test: {
    reporters: ['default', ...(summaryFile ? [summaryReporter(summaryFile)] : [])],
    maxWorkers: 2,
    // Test files leave no state behind, so modules are loaded once for all of them, which halves the run.
    isolate: false,
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    expect: { poll: { timeout: LIMIT_MS / 2 } },
    // Files and their tests are shuffled: none depends on another.
    sequence: { shuffle: { files: true, tests: true }, seed },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          setupFiles: SEEDED,
          include: ['**/*.test.ts'],
          exclude: [...excluded, ...database, ...alone],
          sequence: { groupOrder: RUNS.rules },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          setupFiles: SEEDED,
          include: alone,
          isolate: true,
          sequence: { groupOrder: RUNS.aloneAndComponents },
        },
      },
      {
        extends: true,
        ...AS_SHIPPED,
        css: { postcss: { plugins: [mantine()] } },
        cacheDir: '.cache/components',
        // Listed in advance: one discovered later would reload the page in the middle of a test.
        optimizeDeps: {
          include: OFTEN_IMPORTED,
          rolldownOptions: { transform: { define: AS_SHIPPED.define } },
        },
        test: {
          name: 'components',
          include: ['**/*.test.tsx'],
          exclude: excluded,
          sequence: { groupOrder: RUNS.aloneAndComponents },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: await browserOptions(),
              contextOptions: { locale: 'en-US', timezoneId: 'America/Chicago', reducedMotion: 'reduce' },
              actionTimeout: LIMIT_MS / 2,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          setupFiles: SEEDED,
          include: database,
          exclude: excluded,
          globalSetup: 'server/testing/cluster.ts',
          sequence: { groupOrder: RUNS.database },
        },
      },
    ],
  },
})
