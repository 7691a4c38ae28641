import { defineConfig } from 'vitest/config'

/** The long part: what breaks the portal on purpose. One file at a time, since each wants the machine for itself. */
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
