import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embedded.ts'
import { checkRecovery, runFault } from './broken/fault-run.ts'
import { BUSY, copyFirstStart } from './broken/first-start.ts'
import { watchHealth } from './broken/health.ts'
import { startLoad } from './broken/load.ts'
import { report } from './broken/table.ts'
import { createCleanup } from './broken/testbed.ts'
import { canMount, fillUp, smallDisk } from './broken/volume.ts'
import { keepPortal } from './cluster/portal.ts'

/** The data of a first start, and a minute's work. */
const MEGABYTES = 500

test('a full disk loses nothing, and everything resumes when there is space', async (context) => {
  if (!canMount()) return context.skip('only root can mount a small disk')
  const { ending, stop } = createCleanup()
  try {
    const disk = await smallDisk(MEGABYTES)
    ending(() => disk.remove())
    await copyFirstStart(path.join(disk.dir, 'data'))
    const port = await freePort()
    const ended: string[] = []
    const portal = keepPortal(
      port,
      {
        ...{ DATA_DIR: path.join(disk.dir, 'data'), PUBLIC_ORIGIN: `http://localhost:${port}` },
        ...BUSY,
      },
      (line) => void ended.push(line),
    )
    ending(() => portal.stop())
    await portal.ready()
    const origin = `http://localhost:${port}`
    const load = await startLoad(origin, 'Disk')
    const watch = watchHealth(origin)
    const rows = []
    try {
      for (const seconds of [6, 45]) {
        let filler = async () => {}
        rows.push(
          await runFault(origin, load, watch, {
            ...{ name: `full for ${seconds} s: database, log and files`, seconds },
            async break() {
              filler = await fillUp(disk.dir)
            },
            repair: () => filler(),
          }),
        )
      }
    } finally {
      load.halt()
      await watch.stop()
      report('A full disk', rows)
      const output = [...new Set(`${ended.join('\n')}\n${portal.output()}`.split('\n'))]
      report(
        'What was said',
        output
          .filter((one) => /PANIC|FATAL|ended|No space|full/.test(one))
          .slice(-12)
          .map((line) => ({ line })),
      )
    }
    report('Afterwards', [await checkRecovery(origin, load)])
    expect(portal.output()).not.toContain('uncaught exception')
  } finally {
    await stop()
  }
})
