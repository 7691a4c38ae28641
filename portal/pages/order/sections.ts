import type { Order } from '#contract/order.ts'
import type { OrderStage } from '#domain/orders/status.ts'

/** The parts of an order's page, below its head. */
const SECTIONS = [
  'waits',
  'reports',
  'followUp',
  'treatments',
  'reanalysis',
  'patients',
  'family',
  'samples',
  'messages',
  'order',
  'coverage',
  'authorization',
  'referral',
  'documents',
  'additions',
  'consents',
  'related',
] as const
export type Section = (typeof SECTIONS)[number]

/** What a reader comes for: a page of its own order, and what of it is open. */
interface Layout {
  /** From the top of the page; what is not named follows in the order of `SECTIONS`, folded. */
  open: readonly Section[]
}

const SUBMITTED = [
  'waits',
  'samples',
  'reports',
  'followUp',
  'messages',
  'patients',
  'family',
  'order',
] as const
const AT_LABORATORY = [
  ...(['waits', 'reports', 'followUp', 'treatments', 'messages', 'patients', 'family', 'samples'] as const),
  ...(['order', 'documents'] as const),
] as const

/** By where the order stands. Money is asked for before testing; afterwards the result comes first. */
const LAYOUTS = {
  draft: {
    open: ['patients', 'family', 'order', 'coverage', 'authorization', 'referral', 'documents', 'additions'],
  },
  'en-route': { open: [...SUBMITTED, 'coverage', 'authorization', 'documents', 'additions'] },
  accessioned: { open: [...AT_LABORATORY, 'authorization'] },
  'in-process': { open: AT_LABORATORY },
  reported: {
    open: ['reports', 'followUp', 'treatments', 'reanalysis', 'waits', 'patients', 'family', 'samples'],
  },
  cancelled: { open: ['reports', 'followUp', 'patients', 'family', 'samples', 'order'] },
} as const satisfies Record<OrderStage, Layout>

/** Of a benefits verification the payer's answer comes first. */
const VERIFICATION: Layout = {
  open: ['coverage', 'authorization', 'patients', 'family', 'order', 'documents'],
}

/** The sections of an order's page from its top, each with whether it is folded to its heading. */
export function sectionsOf({
  stage,
  vobStatus,
}: Pick<Order, 'stage' | 'vobStatus'>): { section: Section; folded: boolean }[] {
  const { open }: Layout = vobStatus === null ? LAYOUTS[stage] : VERIFICATION
  const rest = SECTIONS.filter((section) => !open.includes(section))
  return [
    ...open.map((section) => ({ section, folded: false })),
    ...rest.map((section) => ({ section, folded: true })),
  ]
}
