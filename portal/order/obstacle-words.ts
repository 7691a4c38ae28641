import type { AlertKind } from '#domain/lookups.ts'
import type { AlertGroup } from '#domain/orders/hold-kinds.ts'
import type { ObstacleKind } from '#domain/orders/obstacle-kinds.ts'
import type { Obstacle } from '#domain/orders/obstacles.ts'
import { counted } from '#ui/counted.ts'
import { showAgo, showDate } from '#ui/dates.ts'

/** The header's alerts in the order in which they are read, and the list of orders behind each. */
export const ALERTS = [
  {
    kind: 'otherMissingInfo',
    title: 'Information missing',
    search: { group: 'other', missingInfo: true },
  },
  {
    kind: 'wgsMissingInfo',
    title: 'Information missing, genomes',
    search: { group: 'wgs', missingInfo: true },
  },
  { kind: 'otherLate', title: 'Late reports', search: { group: 'other', late: true } },
  { kind: 'wgsLate', title: 'Late reports, genomes', search: { group: 'wgs', late: true } },
] as const satisfies readonly {
  kind: AlertKind
  title: string
  search: { group: AlertGroup; late?: true; missingInfo?: true }
}[]

/** Where on the order's page a question of the laboratory stands, and all that the order waits for. */
export const WAITS_HASH = 'waits'
export const holdHash = (holdId: number) => `question-${holdId}`

const WHO = { clinic: 'Your clinic', laboratory: 'The laboratory', carrier: 'The carrier' } as const

/** `Your clinic, by 24 Nov 2026`; `Your clinic, was due 24 Nov 2026`. */
export function whoAndWhen({ who, by, isOverdue }: Pick<Obstacle, 'who' | 'by' | 'isOverdue'>): string {
  if (by === null) return WHO[who]
  return `${WHO[who]}, ${isOverdue ? 'was due' : 'by'} ${showDate(by)}`
}

/** What happened when it began to be in the order's way; null where the day by which it is due says enough. */
const BEGAN: Record<ObstacleKind, string | null> = {
  hold: 'asked',
  'hold-answered': 'answered',
  'sample-not-sent': null,
  'sample-rejected': 'rejected',
  'parcel-late': 'sent',
  'report-late': null,
  'not-taken': null,
  'cancellation-asked': 'asked',
}

/** `asked 2 d ago`; empty where the day by which it is due says enough. */
export function sinceWhen({ kind, since }: Pick<Obstacle, 'kind' | 'since'>): string {
  const began = BEGAN[kind]
  return began === null ? '' : `${began} ${showAgo(since)}`
}

/** For a screen reader, and beside the bell. */
export function alertsInWords(total: number): string {
  return total === 0 ? 'Notifications' : `Notifications: ${counted(total, 'alert')}`
}
