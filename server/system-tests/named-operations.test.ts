import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** Specification §7 names these operations without giving their paths. */
test('[API-26] serves the operations that the specification names without a path', async () => {
  const viewer = portal.as('OrderViewer@P1')

  const codes = await viewer.catalogue.clientTestCodes({ body: { testCodes: ['WES1', 'EPI2'] } })
  expect(codes.map(({ testCode }) => testCode)).toEqual(expect.arrayContaining(['WES1']))

  const groups = await viewer.catalogue.testsOfInstitution({ params: { hospital: PARENT } })
  expect(groups.length).toBeGreaterThan(1)
  for (const { testType, tests } of groups)
    expect(tests.map((one) => one.testType)).toEqual(tests.map(() => testType))

  const { id } = await portal.submitted(readyOrder())
  await portal.worker.db
    .updateTable('orders')
    .set({ state: 'in-process', expected_on: '2026-01-05' })
    .where('id', '=', id)
    .execute()
  expect(await viewer.following.headerAlert({ params: { hospital: PARENT } })).toEqual({
    ...{ otherLate: 1, otherMissingInfo: 0, wgsLate: 0, wgsMissingInfo: 0 },
  })

  expect(await portal.as('Support').institutions.allCodes()).toEqual(
    expect.arrayContaining([CHILD, FOREIGN, PARENT]),
  )

  const manager = portal.as('not-attested')
  expect(await manager.physicians.current()).toMatchObject({ showUserManagementAttestationMessage: true })
  await manager.physicians.attest()
  expect(await manager.physicians.current()).toMatchObject({ showUserManagementAttestationMessage: false })
})
