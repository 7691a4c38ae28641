import { listed } from '../../text/listed.ts'
import type { MemberKey } from '../document.ts'
import type { CascadeCause } from './cascade.ts'

/** Why steps opened or closed, in words. `call`: what a person is called here. */
export function causeInWords(cause: CascadeCause, call: (member: MemberKey) => string): string {
  if (cause.kind === 'finding') return 'The finding was recorded.'
  if (cause.kind === 'class') return `The class changed from ${cause.from} to ${cause.to}.`
  if (cause.kind === 'report withdrawn') return 'The laboratory no longer reports this finding.'
  const who = capital(call(cause.member))
  switch (cause.result) {
    case 'positive':
      return `${who} has the finding.`
    case 'negative':
      return `${who} does not have the finding.`
    case 'withdrawn':
      return `The result of ${call(cause.member)} no longer counts.`
  }
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** How many others are named; the rest is counted. */
const MOST_NAMED = 3

/** Why somebody's test comes next: `Tells about the mother, the aunt and 2 others too`. */
export function reasonToTest(tells: readonly MemberKey[], call: (member: MemberKey) => string): string {
  const named = tells.slice(0, MOST_NAMED).map(call)
  const others = tells.length - named.length
  const all = others === 0 ? named : [...named, others === 1 ? '1 other' : `${others} others`]
  return `Tells about ${listed(all)} too`
}
