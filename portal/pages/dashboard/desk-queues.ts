import type { laboratoryRoutes } from '#contract/laboratory.ts'
import type { ReplyOf } from '#contract/route.ts'

export type Queues = ReplyOf<(typeof laboratoryRoutes)['queues']>

/** The queues of the laboratory's desk, what keeps a clinic waiting most first, and the page where each is worked. */
const QUEUES = [
  { key: 'results', title: 'Results to check', to: '/laboratory/results', urgent: true },
  { key: 'messagesRefused', title: 'Messages refused', to: '/laboratory', list: 'refused', urgent: true },
  { key: 'messagesWaiting', title: 'Messages waiting to be sent', to: '/laboratory', list: 'waiting' },
  { key: 'registrations', title: 'Registrations to approve', to: '/users/waiting' },
  { key: 'questions', title: 'Questions about specimens', to: null },
  { key: 'kits', title: 'Kits to send', to: '/kits-to-send' },
  { key: 'counseling', title: 'Counseling requests not sent', to: '/counseling', list: 'refused' },
] as const satisfies readonly {
  key: keyof Queues['counts']
  title: string
  /** Null: what waits is listed on the dashboard itself. */
  to: string | null
  list?: string
  /** Somebody's report or order is held up by it. */
  urgent?: true
}[]

type Queue = (typeof QUEUES)[number]

/** The queues that this installation has, each with the number of what waits. */
export function queuesOf(counts: Queues['counts']): (Queue & { count: number })[] {
  return QUEUES.flatMap((queue) => {
    const count = counts[queue.key]
    return count === undefined ? [] : [{ ...queue, count }]
  })
}

/** `2 results to check, 1 message refused` of what holds reports or orders up; what else waits, in one number. */
export function deskInWords({ counts }: Pick<Queues, 'counts'>): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total === 0) return 'Nothing to do at the desk.'
  const { results, messagesRefused } = counts
  const urgent = [
    results > 0 && (results === 1 ? '1 result to check' : `${results} results to check`),
    messagesRefused > 0 &&
      (messagesRefused === 1 ? '1 message refused' : `${messagesRefused} messages refused`),
  ].filter((part) => part !== false)
  const others = total - results - messagesRefused
  return `${[...urgent, ...(others > 0 ? [`${others} other ${others === 1 ? 'thing' : 'things'} to do`] : [])].join(', ')}.`
}
