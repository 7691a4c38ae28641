import { table } from '#domain/table.ts'
import type { Provider } from './add-users.ts'
import type { DemoWorld } from './documents.ts'
import { again, relatives } from './linked.ts'
import type { MadeOrder } from './made-order.ts'
import { EXOME, GENOME, GENOME_TRIO, PRENATAL_TRIO, TRIO } from './order-for.ts'
import type { Numbers } from './parcels.ts'
import { FAMILY_QUESTIONS, QUESTIONS } from './questions.ts'
import { seededRandom } from './random.ts'
import * as reports from './report-stories.ts'
import * as stories from './stories.ts'
import * as subjects from './subject-stories.ts'

const {
  waitingForAnswer,
  answeredQuestion,
  cancellationStory,
  late,
  lostParcels,
  rejected,
  releasedHold,
  unsent,
} = stories

/**
 * The stories at each institution. At 1001 and 1003 each of the header's alerts counts something, at 1005 and
 * 1006 none does.
 */
const CAST = table<stories.Story[]>({
  '1001': [
    ...[
      waitingForAnswer(QUESTIONS.findings, 2, GENOME),
      waitingForAnswer(FAMILY_QUESTIONS.consent, 5, GENOME_TRIO),
    ],
    ...[waitingForAnswer(QUESTIONS.birthDate, 7), waitingForAnswer(QUESTIONS.authorization, 1)],
    ...[
      waitingForAnswer(FAMILY_QUESTIONS.consent, 2, TRIO),
      waitingForAnswer(FAMILY_QUESTIONS.sample, 3, TRIO),
    ],
    ...[answeredQuestion(QUESTIONS.earlierReport, 1), answeredQuestion(QUESTIONS.authorization, 3)],
    ...[releasedHold(QUESTIONS.secondaryFindings, EXOME), releasedHold(QUESTIONS.findings)],
    ...[rejected(2, 0), rejected(10, 1, GENOME), rejected(1, 2, TRIO), stories.takenAgain],
    ...[late(1), late(2), late(4), late(9), late(2, GENOME), late(6, GENOME)],
    ...[stories.familyInTransit, stories.familyInTransit, unsent(1, TRIO), relatives, again],
    ...[unsent(1), unsent(9), lostParcels('Fedex', 2), lostParcels('USPS', 1), stories.together],
    ...[cancellationStory('en-route'), cancellationStory('in-process'), stories.revisedReport],
    ...[reports.preliminary, reports.addended, reports.corrected, reports.reclassified],
    ...[reports.withdrawn, reports.doubtful],
    waitingForAnswer(FAMILY_QUESTIONS.identity, 1, TRIO),
    ...[subjects.twins, subjects.donorEgg],
    ...[reports.longAgo, reports.laterFinding],
    ...[reports.halfToldReclassification, reports.closedReclassification],
  ],
  '1003': [
    ...[waitingForAnswer(QUESTIONS.earlierReport, 1), waitingForAnswer(QUESTIONS.findings, 6, GENOME)],
    ...[waitingForAnswer(QUESTIONS.secondaryFindings, 3, EXOME), answeredQuestion(QUESTIONS.birthDate, 1)],
    ...[releasedHold(QUESTIONS.authorization), rejected(3, 1), stories.takenAgain],
    ...[late(1), late(5), late(3, GENOME), stories.familyInTransit, relatives],
    ...[
      unsent(8),
      lostParcels('Fedex', 1),
      stories.together,
      cancellationStory('en-route'),
      stories.revisedReport,
    ],
    // A children's hospital tests neither.
    ...[subjects.loss, subjects.deceased],
  ],
  '1002': [
    ...[waitingForAnswer(QUESTIONS.authorization, 2), late(2), lostParcels('USPS', 1), stories.together],
    releasedHold(QUESTIONS.birthDate),
  ],
  '1004': [
    waitingForAnswer(QUESTIONS.birthDate, 1),
    late(3),
    rejected(2, 3),
    stories.together,
    stories.revisedReport,
    releasedHold(QUESTIONS.birthDate),
  ],
  '1005': [releasedHold(QUESTIONS.findings), stories.together],
  '1006': [releasedHold(QUESTIONS.authorization), answeredQuestion(QUESTIONS.birthDate, 2), stories.together],
  '1007': [
    waitingForAnswer(FAMILY_QUESTIONS.consent, 1, PRENATAL_TRIO),
    stories.prenatalInTransit,
    unsent(6),
    releasedHold(QUESTIONS.birthDate),
  ],
  '1008': [
    waitingForAnswer(QUESTIONS.findings, 4),
    lostParcels('Fedex', 1),
    stories.takenAgain,
    releasedHold(QUESTIONS.birthDate),
  ],
})

const SEED = 20261123

/** The orders of the stories, at every institution that has a provider. */
export function cast(
  providers: readonly Provider[],
  { now, world, numbers }: { now: Date; world: DemoWorld; numbers: Numbers },
): MadeOrder[] {
  return Object.entries(CAST).flatMap(([institution, storiesOfClinic]) => {
    const random = seededRandom(SEED + Number(institution))
    const there = providers.filter((provider) => provider.institution === institution)
    return storiesOfClinic.flatMap((story, index) => {
      // Most of them belong to the institution's own demo sign-in.
      const provider = index % 4 === 3 ? random.one(there) : there[0]
      return provider ? story({ now, provider, world, random, numbers }) : []
    })
  })
}
