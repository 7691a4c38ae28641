/** Begins the words of a refused message that is not the order: the answer to a hold, or a recollected specimen. */
export const ADDITION = 'What was added to the order'

interface Event {
  kind: string
  detail: string
}

/** Kinds of event by which the laboratory has the order. */
const TAKEN: readonly string[] = ['acknowledged', 'accessioned', 'in-process']
/**
 * The laboratory's current refusal; `events` of an order, oldest first. A refusal of the order ends when the
 * laboratory has the order. An addition, or one of several tests of an order that it has, is a part: progress is that of the
 * rest, so only an acceptance ends its refusal, or the order's end. `tests`: how many the order has. `hasPendingTest`: the
 * report is of another test.
 */
export function currentRefusal<E extends Event>(
  events: readonly E[],
  { tests, hasPendingTest }: { tests: number; hasPendingTest: boolean },
): { event: E; words: string } | null {
  const current = events.flatMap((event, index) => {
    if (event.kind !== 'refused-by-laboratory') return []
    const isOfPart =
      isAddition(event) || (tests > 1 && events.slice(0, index).some(({ kind }) => TAKEN.includes(kind)))
    const isOver = events.slice(index + 1).some((later) => ends(later, event, { isOfPart, hasPendingTest }))
    const words = isOfPart ? `Not accepted by the laboratory: ${event.detail}` : event.detail
    return isOver ? [] : [{ event, words }]
  })
  return current.at(-1) ?? null
}

function ends(
  later: Event,
  refusal: Event,
  { isOfPart, hasPendingTest }: { isOfPart: boolean; hasPendingTest: boolean },
): boolean {
  if (later.kind === 'cancelled') return true
  if (later.kind === 'reported') return !isOfPart || isAddition(refusal) || !hasPendingTest
  if (later.kind === 'acknowledged') return isAddition(later) === isAddition(refusal)
  return !isOfPart && TAKEN.includes(later.kind)
}

const isAddition = ({ detail }: Event) => detail.startsWith(ADDITION)
