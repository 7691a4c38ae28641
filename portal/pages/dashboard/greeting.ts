import { counted } from '#ui/counted.ts'

/** By the reader's own clock. */
export function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening'
}

/** What the dashboard's cards list, in their order. */
interface Waiting {
  /** Whom the reader may approve. */
  people: number
  changedReports: number
  ownFollowUps: number
  unownedFollowUps: number
  /** Orders that cannot go on without the clinic. */
  questions: number
  submissions: number
  unreadReports: number
  drafts: number
}

/** What waits for the reader, in one sentence. Only if all of it could be read, `isComplete`, is nothing said to wait. */
export function waitingInWords(waiting: Waiting, isComplete: boolean): string {
  const { people, changedReports, ownFollowUps, unownedFollowUps } = waiting
  const { unreadReports, drafts, submissions, questions } = waiting
  const phrases = [
    people > 0 && `${counted(people, 'person', 'people')} waiting for approval`,
    changedReports > 0 && counted(changedReports, 'changed report'),
    ownFollowUps > 0 && `${counted(ownFollowUps, 'follow-up')} of yours`,
    unownedFollowUps > 0 && `${counted(unownedFollowUps, 'follow-up')} without an owner`,
    questions > 0 && `${counted(questions, 'order')} that ${questions === 1 ? 'needs' : 'need'} action`,
    submissions > 0 && `${counted(submissions, 'order')} to submit for colleagues`,
    unreadReports > 0 && counted(unreadReports, 'unopened report'),
    drafts > 0 && `${counted(drafts, 'draft')} to finish`,
  ].filter((phrase) => phrase !== false)
  if (phrases.length > 0) return `${phrases.join(', ')}.`
  return isComplete ? 'Nothing needs your attention.' : ''
}

/** How long a bar is, in percent of the longest; one that stands for anything at all can be seen. */
export function barLength(count: number, most: number): number {
  return count === 0 || most === 0 ? 0 : Math.max(2, Math.round((count / most) * 100))
}
