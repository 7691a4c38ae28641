import { expect, test } from 'vitest'
import type { Payer } from '#domain/coverage/payer.ts'
import { insuredOrder } from '#server/testing/world-payers.ts'
import { reachable, subjectIn } from './subject.ts'

const payer: Payer = {
  ...{ id: 'papermoon', name: 'Papermoon Health', aliases: [], kind: 'Commercial', clearinghouseId: 'SIM01' },
  ...{ memberIdPatterns: [], memberIdHint: '', phone: '614-555-0101' },
}

test('if payers are not queried, none can answer electronically, and the reply says whom to call', () => {
  const document = insuredOrder({ memberId: 'PMH100000001' })
  expect(subjectIn(document, reachable(true, payer))).toMatchObject({ subject: { payerId: 'papermoon' } })
  expect(subjectIn(document, reachable(false, payer))).toMatchObject({
    subject: null,
    gaps: [{ rule: 'not-electronic', message: expect.stringContaining('614-555-0101') }],
  })
  expect(reachable(false, null)).toBeNull()
})
