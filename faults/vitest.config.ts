import { defineConfig } from 'vitest/config'

/** The long tests, which break the portal on purpose. One file at a time, as each needs the whole machine. */
export default defineConfig({
  test: {
    include: ['faults/**/*.faults.ts'],
    setupFiles: 'scripts/seeded.ts',
    globalSetup: ['server/testing/cluster.ts', 'faults/broken/first-start-dir.ts'],
    fileParallelism: false,
    testTimeout: 15 * 60_000,
    hookTimeout: 8 * 60_000,
  },
})
