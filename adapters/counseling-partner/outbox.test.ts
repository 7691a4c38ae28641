import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outboxPartner } from './outbox.ts'
import { HANDOVER } from './testing/handover.ts'

let dir: string
beforeEach(async () => {
  dir = path.join(await mkdtemp(path.join(tmpdir(), 'karyo-counseling-')), 'outbox')
})
afterEach(() => rm(path.dirname(dir), { recursive: true, force: true }))

const file = () => path.join(dir, `${HANDOVER.reference}.txt`)

test('writes a request to a readable file for its owner alone, and replaces it when handed over again', async () => {
  const outbox = outboxPartner(dir)
  expect(await outbox.handOver(HANDOVER)).toEqual({ taken: true, partnerReference: '' })
  await outbox.handOver({ ...HANDOVER, attempt: 1 })
  expect(await readdir(dir)).toEqual([`${HANDOVER.reference}.txt`])
  expect((await readFile(file(), 'utf8')).split('\n')).toEqual([
    ...['Request for genetic counseling', '', `Reference: ${HANDOVER.reference}`],
    ...['Received: 2026-11-21T15:00:00.000Z', 'Language of the form: es', ''],
    ...['First name: Zoë', 'Last name: Quillbrook', 'Date of birth: 1988-02-29', 'Lab number: L-204117'],
    ...['Email: zoe@family.test', 'Phone: +13125550167', 'Preferred language: Spanish'],
    ...['No text messages: no', 'Insurance company/policy: Papermoon Reference: none', ''],
  ])
  expect((await stat(file())).mode & 0o077).toBe(0)
  expect((await stat(dir)).mode & 0o077).toBe(0)
})

test('removes a deleted request, also if it is already gone', async () => {
  const outbox = outboxPartner(dir)
  await outbox.handOver(HANDOVER)
  // As if the process was killed while writing.
  await writeFile(`${file()}.part`, 'First name: Zoë')
  await outbox.forget(HANDOVER.reference, 'asked')
  await outbox.forget(HANDOVER.reference, 'asked')
  expect(await readdir(dir)).toEqual([])
})

test('writes nowhere else', async () => {
  const reference = '../../elsewhere'
  await expect(outboxPartner(dir).handOver({ ...HANDOVER, reference })).rejects.toThrow('not a reference')
})
