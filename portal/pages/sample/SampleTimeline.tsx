import type { ReactNode } from 'react'
import type { FullSample } from '#contract/sample.ts'
import { showDate } from '#ui/dates.ts'
import { OutsideLink } from '#ui/OutsideLink.tsx'
import { Timeline, type TimelineItem } from '#ui/Timeline.tsx'
import classes from './sample-page.module.css'
import * as texts from './texts.ts'
import { toCome } from './words.ts'

type Step = FullSample['timeline'][number]

/** What happened to the sample, in the order of its way, then what comes. */
export function SampleTimeline({ timeline }: Pick<FullSample, 'timeline'>) {
  return <Timeline items={timeline.map(itemOf)} />
}

function itemOf(step: Step): TimelineItem {
  const { kind, title, at, on, isExpected } = step
  return {
    // After a parcel without the sample, or one of two reports, a step has happened and is expected again.
    key: isExpected ? `expected ${kind}` : kind,
    title: isExpected ? toCome(step) : title,
    detail: detailOf(step),
    at: at ?? (on && !isExpected ? showDate(on) : undefined),
    state: isExpected ? 'expected' : 'done',
  }
}

function detailOf({ detail, link, on, isExpected, isLate }: Step): ReactNode {
  if (link) return <OutsideLink href={link}>{detail}</OutsideLink>
  if (!isExpected) return detail
  if (!on) return ''
  return isLate ? (
    <span className={classes.late}>{texts.lateSince(showDate(on))}</span>
  ) : (
    texts.byDay(showDate(on))
  )
}
