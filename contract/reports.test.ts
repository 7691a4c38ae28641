import { expect, test } from 'vitest'
import { reportsRoutes } from './reports.ts'
import { resultDeskRoutes } from './result-desk.ts'

test('a clinic reads reports within its institutions, and the desk is the laboratory’s own', () => {
  for (const { access } of Object.values(reportsRoutes)) expect(access).toMatchObject({ kind: 'institution' })
  for (const { access } of Object.values(resultDeskRoutes)) expect(access).toEqual({ kind: 'support' })
})

test('nothing is taken, given to another order or refused at the desk without a reason', () => {
  for (const { body } of [resultDeskRoutes.take, resultDeskRoutes.refuse])
    expect(body.safeParse({ reason: ' ' }).success).toBe(false)
  const assigned = { reason: '', orderId: 1, person: 'proband' }
  expect(resultDeskRoutes.assign.body.safeParse(assigned).success).toBe(false)
})
