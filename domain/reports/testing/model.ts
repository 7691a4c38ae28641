import type { VersionState } from '../history.ts'
import type { MessageStatus } from '../statuses.ts'

export type Status = Exclude<MessageStatus, 'none'>

/** A message in short: person, test, status, content ('' for none), and when it was made and sent. */
export interface Message {
  key: string
  of: string
  status: Status
  content: string
  made: number
  sent: number
}
export interface Version extends Message {
  state: VersionState
}

// The model: an independent definition of a report's life cycle; it shares only the names of statuses with
// the rule.
const isOpen = ({ status }: Pick<Message, 'status'>) => status === 'preliminary' || status === 'partial'
const isTakenBack = ({ status }: Message) => status === 'withdrawn' || status === 'cancelled'
const isChange = ({ status }: Message) => status === 'amended' || status === 'corrected'
const rank = (one: Message) =>
  ['preliminary', 'partial', 'final', 'unclear'].indexOf(one.status) < 0
    ? isTakenBack(one)
      ? 4
      : 3
    : ({ preliminary: 0, partial: 1 }[one.status as string] ?? 2)

/** The state of one report, of one test of one person, after these messages, and which of them wait. */
export function model(messages: readonly Message[]) {
  const versions: Version[] = []
  const waiting: string[] = []
  /** Declared final without a report: recorded once, until a final one arrives. */
  let announced: Message | null = null
  const order = messages.toSorted((a, b) => a.sent - b.sent || a.made - b.made || rank(a) - rank(b))
  for (const one of order) {
    const live = versions.filter(({ state }) => state === 'current')
    const isHere = live.length > 0
    const wasHere = versions.length > 0 && !isHere
    const isFinalHere = live.some((version) => !isOpen(version))
    const sameContent = versions.filter(({ content }) => content === one.content)
    const standsAlready = live.some(({ content }) => content === one.content)
    const wasWithdrawn = sameContent.some(({ state }) => state === 'withdrawn')
    const wasMadeThen = sameContent.some(({ made }) => made === one.made)
    const isLate = versions.some(({ state, made }) => state !== 'superseded' && one.made < made)
    const isRepeat = sameContent.some(
      ({ status, made, state }) =>
        status === one.status && (state === 'current' || (state === 'superseded' && made === one.made)),
    )
    const wait = () => waiting.push(one.key)
    const file = (status = one.status) => {
      const follows = versions.some((version) => version.state !== 'withdrawn' && !isOpen(version))
      versions.push({ ...one, status: status === 'final' && follows ? 'amended' : status, state: 'current' })
    }
    const supersede = () => {
      for (const version of live) version.state = 'superseded'
    }
    if (isTakenBack(one)) {
      if (versions.length === 0) one.status === 'withdrawn' && wait()
      else if (isHere) for (const version of versions) version.state = 'withdrawn'
    } else if (one.content === '') {
      // Without content: `final` makes the current version final; a change is incomplete.
      if (versions.length === 0) {
        if (one.status === 'unclear') wait()
        else if (!isOpen(one)) announced ??= one
        continue
      }
      if (one.status === 'unclear') wait()
      if (one.status === 'final' && isHere && !isFinalHere) {
        const [last] = live.toReversed()
        supersede()
        versions.push({ ...one, content: last?.content ?? '', state: 'current' })
      } else if (
        (one.status === 'final' && wasHere) ||
        ((isChange(one) || one.status === 'addended') && versions.length > 0)
      )
        wait()
    } else if (one.status === 'unclear') {
      // A repetition of a superseded report contains nothing new.
      if (!isHere || standsAlready || wasWithdrawn || !wasMadeThen) wait()
    } else if (versions.length === 0) file()
    else if (wasHere) {
      // After a withdrawal only new content is accepted automatically, and nothing can be added to a
      // withdrawn report.
      if (sameContent.length > 0 || isLate || one.status === 'addended') wait()
      else file()
    } else if (isOpen(one)) {
      if (standsAlready || (wasMadeThen && !wasWithdrawn)) continue
      if (wasWithdrawn || isFinalHere || isLate) wait()
      else {
        supersede()
        file()
      }
    } else if (wasWithdrawn && !standsAlready) wait()
    else if (one.status === 'addended') {
      if (!isFinalHere) wait()
      else if (standsAlready) !isRepeat && wait()
      else if (wasMadeThen) continue
      else if (isLate) wait()
      else file()
    } else if (standsAlready && !isFinalHere) {
      supersede()
      file()
    } else if (standsAlready) {
      if (isChange(one) && !isRepeat) wait()
    } else if (wasMadeThen) {
      // A superseded version never replaces a preliminary report.
      if (!isFinalHere) wait()
    } else if (isLate) wait()
    else {
      supersede()
      file()
    }
  }
  if (announced && versions.every(isOpen)) waiting.push(announced.key)
  return { versions, waiting }
}
