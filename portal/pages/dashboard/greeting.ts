import { counted } from '#ui/counted.ts'

/** By the reader's own clock. */
export function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening'
}

interface Waiting {
  unreadReports: number
  drafts: number
  submissions: number
  /** Orders that cannot go on without the clinic. */
  questions: number
}

/** What waits for the reader, in one sentence. */
export function waitingInWords({ unreadReports, drafts, submissions, questions }: Waiting): string {
  const phrases = [
    questions > 0 && `${counted(questions, 'order')} that ${questions === 1 ? 'needs' : 'need'} action`,
    submissions > 0 && `${counted(submissions, 'order')} to submit for colleagues`,
    unreadReports > 0 && counted(unreadReports, 'unopened report'),
    drafts > 0 && `${counted(drafts, 'draft')} to finish`,
  ].filter((phrase) => phrase !== false)
  return phrases.length === 0 ? 'Nothing needs your attention.' : `${phrases.join(', ')}.`
}

/** How long a bar is, in percent of the longest; one that stands for anything at all can be seen. */
export function barLength(count: number, most: number): number {
  return count === 0 || most === 0 ? 0 : Math.max(2, Math.round((count / most) * 100))
}
