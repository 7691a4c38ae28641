import { newOrder } from '#domain/orders/document.ts'
import type { Provider } from './add-users.ts'
import { type DemoWorld, insurancePayment } from './documents.ts'
import type { MadeOrder } from './made-order.ts'
import { demoDraft } from './orders.ts'
import type { Random } from './random.ts'

interface Colleague {
  id: number
  name: string
}

const NOTES = ['Please check the indication.', '', 'The family will be back on Friday.', '']

/** Drafts that their creator sent to a submitter: complete, in the submitter's queue. */
export function draftsToSubmit(
  now: Date,
  { creator, provider }: { creator: Colleague; provider: Provider },
  world: DemoWorld,
  random: Random,
): MadeOrder[] {
  return NOTES.map((note) => {
    const order = demoDraft(now, provider, world, random, { isComplete: true })
    const submitterName = `${provider.firstName} ${provider.lastName}`
    const at = new Date(Math.min(order.createdAt.getTime() + 1_800_000, now.getTime()))
    return {
      ...{ order, provider },
      events: [
        {
          kind: 'submission-asked',
          at,
          actor: creator.name,
          detail: [submitterName, note].filter(Boolean).join(': '),
        },
      ],
      more: {
        ...{ created_by: creator.id, created_by_name: creator.name, updated_by_name: creator.name },
        ...{ responsible_id: creator.id, responsible_name: creator.name },
        ...{ asked_submitter_id: provider.physicianId, asked_submitter_name: submitterName, asked_at: at },
        ...{ asked_by_id: creator.id, asked_by_name: creator.name, asked_note: note },
      },
    }
  })
}

/** Benefits verifications: some still drafts, some requested. */
export function verifications(now: Date, provider: Provider, world: DemoWorld, random: Random): MadeOrder[] {
  return (['draft', 'submitted', 'draft', 'submitted', 'submitted'] as const).map((vob_status) => {
    const order = demoDraft(now, provider, world, random, { isComplete: true })
    const { samples } = newOrder()
    const document = {
      ...order.document,
      isVOB: true,
      samples,
      consents: [],
      payment: insurancePayment(random),
    }
    const actor = `${provider.firstName} ${provider.lastName}`
    return {
      ...{ order: { ...order, document }, provider, more: { vob_status } },
      events: vob_status === 'submitted' ? [{ kind: 'benefits-asked', at: order.createdAt, actor }] : [],
    }
  })
}
