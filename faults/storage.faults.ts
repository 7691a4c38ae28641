import { execFileSync } from 'node:child_process'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSPITAL } from '../e2e/clinic.ts'
import { checkRecovery, type Fault, runFault } from './broken/fault-run.ts'
import { watchHealth } from './broken/health.ts'
import { startLoad } from './broken/load.ts'
import { report } from './broken/table.ts'
import { startTestbed, type Testbed } from './broken/testbed.ts'
import { canMount, fillUp, mountMemory } from './broken/volume.ts'

let testbed: Testbed
/** The path the portal is given, and where the mounted files are. */
let files: string
let store: string
const mounts = canMount()

const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'pipe' })
const unmount = (dir: string) => execFileSync('umount', ['-l', dir], { stdio: 'pipe' })

beforeAll(async () => {
  testbed = await startTestbed(async (root, ending) => {
    files = path.join(root, 'files')
    store = path.join(root, 'store')
    for (const dir of [files, store]) await mkdir(dir)
    if (mounts) {
      ending(await mountMemory(store, 160))
      mount('--bind', store, files)
      ending(async () => unmount(files))
    }
    execFileSync('cp', ['-a', `${path.join(root, 'portal', 'files')}/.`, files])
    return { KARYO_FILES_DIR: files }
  })
})
afterAll(async () => {
  if (testbed?.ended.length)
    report(
      'The portal ended',
      testbed.ended.map((line) => ({ line })),
    )
  await testbed?.stop()
})

/** As root, unmounts it, like a lost network share; otherwise moves the directory away. */
const GONE: Pick<Fault, 'break' | 'repair'> = mounts
  ? { break: () => unmount(files), repair: () => mount('--bind', store, files) }
  : { break: () => rename(files, `${files}-away`), repair: () => rename(`${files}-away`, files) }

let filler = async () => {}
const FAULTS: Fault[] = [
  { ...{ name: 'not mounted', seconds: 8, health: 200, files: 'away' }, ...GONE },
  {
    ...{ name: 'read-only', seconds: 8, health: 200, files: 'away', needsMount: true },
    break: () => mount('-o', 'remount,ro,bind', files),
    repair: () => mount('-o', 'remount,rw,bind', files),
  },
  {
    ...{ name: 'full', seconds: 8, health: 200, files: 'away', needsMount: true },
    async break() {
      filler = await fillUp(store)
    },
    repair: () => filler(),
  },
  {
    ...{ name: 'a file in its place', seconds: 5, health: 200, files: 'away', needsMount: false },
    async break() {
      if (mounts) unmount(files)
      await rename(files, `${files}-away`)
      await writeFile(files, '')
    },
    async repair() {
      await rm(files)
      await rename(`${files}-away`, files)
      if (mounts) mount('--bind', store, files)
    },
  },
]

test('orders continue and no document or report is lost, whatever happens to the file storage', async () => {
  const load = await startLoad(testbed.origin, 'Storage')
  // Operations without files continue.
  const plain = await startLoad(testbed.origin, 'Plain', { writers: 1, readers: 0, withDocuments: false })
  const watch = watchHealth(testbed.origin)
  const rows = []
  try {
    for (const fault of FAULTS) {
      if (fault.needsMount && !mounts) {
        rows.push({ fault: fault.name, answers: 'skipped: only root can mount' })
        continue
      }
      const before = plain.done()
      rows.push(await runFault(testbed.origin, load, watch, fault))
      expect([fault.name, plain.done() > before]).toEqual([fault.name, true])
    }
  } finally {
    load.halt()
    plain.halt()
    await watch.stop()
    report('The storage of files', rows)
  }
  report('Afterwards', [
    await checkRecovery(testbed.origin, load),
    await checkRecovery(testbed.origin, plain),
  ])

  // It never had to be restarted.
  expect(testbed.ended).toEqual([])
  // No partial files are left, and reports that arrived meanwhile are there.
  const drafts = execFileSync('find', [files, '-mindepth', '2', '-name', '.*']).toString()
  expect(drafts).toBe('')
  const reported = await testbed.database().ask<{ id: number }>(
    `select o.id::int from report r join orders o on o.id = r.order_id
     where o.institution_code = '${HOSPITAL}' order by r.id desc limit 100`,
  )
  for (const { id } of reported) {
    const request = { params: { h: HOSPITAL, id }, query: {} }
    expect((await load.clinic.client.orders.report(request)).byteLength).toBeGreaterThan(100)
  }
})
