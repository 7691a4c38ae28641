import { newOrder } from '#domain/orders/document.ts'
import type { Provider } from './add-users.ts'
import type { DemoWorld } from './documents.ts'
import type { MadeOrder } from './made-order.ts'
import { demoDraft } from './orders.ts'
import type { Random } from './random.ts'

/** Invented members whom the simulated payer knows (simulators/payer/members.ts), each with the test to ask about. */
export const MEMBERS = [
  {
    ...{ testCode: '1602', company: 'Papermoon Health', memberId: 'PMH100000001' },
    reason: 'G40.909',
    insured: { firstName: 'Nora', lastName: 'Testwell', dateOfBirth: '1985-03-14', sex: 'Female' },
  },
  {
    ...{ testCode: '2919', company: 'Glass Harbor Mutual', memberId: 'GH20000005' },
    reason: 'E83.01',
    insured: { firstName: 'Abel', lastName: 'Invented', dateOfBirth: '1983-12-01', sex: 'Male' },
  },
] as const

/** Benefits verifications that can be submitted and will be answered. */
export function memberVerifications(
  now: Date,
  provider: Provider,
  world: DemoWorld,
  random: Random,
): MadeOrder[] {
  return MEMBERS.map(({ testCode, company, memberId, insured, reason }) => {
    const { code, description } = world.plausible.indications.get(reason) ?? { code: '', description: '' }
    const testsAt = new Map(
      [...world.testsAt].map(([code, tests]) => [code, tests.filter((test) => test.code === testCode)]),
    )
    const order = demoDraft(now, provider, { ...world, testsAt }, random, { isComplete: true })
    const { samples, payment } = newOrder()
    const insurance = { ...payment.insurance, company, memberId, kind: 'Commercial' as const }
    return {
      order: {
        ...order,
        document: {
          ...order.document,
          ...{ isVOB: true, samples, consents: [], indicationsForTesting: [{ code, description }] },
          patients: order.document.patients.map((patient, index) =>
            index === 0 ? { ...patient, ...insured } : patient,
          ),
          payment: {
            ...{ billingType: 'Insurance' as const, paymentMethod: 'None' as const },
            insurance: { ...insurance, holderRelationship: 'Self' as const },
          },
        },
      },
      ...{ provider, events: [], more: { vob_status: 'draft' as const } },
    }
  })
}
