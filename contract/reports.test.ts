import { expect, test } from 'vitest'
import { reportsRoutes } from './reports.ts'
import { resultDeskRoutes } from './result-desk.ts'

test('clinics read reports within their institutions, and only the laboratory uses the result desk', () => {
  for (const { access } of Object.values(reportsRoutes)) expect(access).toMatchObject({ kind: 'institution' })
  for (const { access } of Object.values(resultDeskRoutes)) expect(access).toEqual({ kind: 'support' })
})

test('the result desk accepts, reassigns or refuses nothing without a reason', () => {
  for (const { body } of [resultDeskRoutes.take, resultDeskRoutes.refuse])
    expect(body.safeParse({ reason: ' ' }).success).toBe(false)
  const assigned = { reason: '', orderId: 1, person: 'proband' }
  expect(resultDeskRoutes.assign.body.safeParse(assigned).success).toBe(false)
})
