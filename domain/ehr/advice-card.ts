import type { Advice, AdviceRule } from './advice.ts'

/** A card of CDS Hooks 2.0, as the hospital gets it. */
export interface AdviceCard {
  uuid: string
  summary: string
  detail: string
  indicator: Advice['indicator']
  source: { label: string; url: string }
  links: { label: string; url: string; type: 'absolute' | 'smart'; appContext?: string }[]
  overrideReasons: { code: string; system: string; display: string }[]
}

const OVERRIDE_SYSTEM = 'urn:karyo:override-reason'

/** Why somebody may go on in spite of a card, by rule; the codes stay. */
const OVERRIDE_REASONS = {
  'specimen-rejected': [
    ['arranged', 'The collection is arranged'],
    ['not-possible', 'Specimen cannot be recollected'],
  ],
  'parents-missing': [
    ['follows', 'Specimens will be sent later'],
    ['cannot-be-tested', 'A relative cannot be tested'],
  ],
  'reported-before': [['new-test', 'New test intended']],
} as const satisfies Record<AdviceRule, readonly (readonly [string, string])[]>

/** `launch`: the address by which the hospital launches the portal; null if it does not. */
export function cardOf(
  { rule, summary, detail, indicator, orderId, opens }: Advice,
  { uuid, label, origin, launch }: { uuid: string; label: string; origin: string; launch: string | null },
): AdviceCard {
  const isDraft = opens === 'draft'
  const title = isDraft ? 'Open the draft' : 'Open the order'
  const page = isDraft ? `${origin}/create?draft=${orderId}` : `${origin}/order/details/${orderId}`
  const link =
    launch === null
      ? { label: title, url: page, type: 'absolute' as const }
      : // The order's number is all that travels: whose it is says the launch itself.
        {
          ...{ label: title, url: launch, type: 'smart' as const },
          appContext: JSON.stringify({ order: orderId }),
        }
  return {
    ...{ uuid, summary, detail, indicator, source: { label, url: origin } },
    links: opens === null ? [] : [link],
    overrideReasons: OVERRIDE_REASONS[rule].map(([code, display]) => ({
      ...{ code, system: OVERRIDE_SYSTEM, display },
    })),
  }
}
