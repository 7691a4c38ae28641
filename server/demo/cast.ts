import { table } from '#domain/table.ts'
import type { Provider } from './add-people.ts'
import type { DemoWorld } from './documents.ts'
import { again, relatives } from './linked.ts'
import type { MadeOrder } from './made-order.ts'
import { GENOME, GENOME_TRIO, TRIO } from './order-for.ts'
import type { Numbers } from './parcels.ts'
import { FAMILY_QUESTIONS, QUESTIONS } from './questions.ts'
import { seededRandom } from './random.ts'
import * as reports from './report-stories.ts'
import * as stories from './stories.ts'

const { asked, answered, cancelling, late, lost, rejected, released, unsent } = stories

/**
 * What can be followed where. The header's alerts count something of each kind at 1001 and 1003, and nothing at 1005
 * and 1006.
 */
const CAST = table<stories.Story[]>({
  '1001': [
    ...[asked(QUESTIONS.phenotype, 2, GENOME), asked(FAMILY_QUESTIONS.consent, 5, GENOME_TRIO)],
    ...[asked(QUESTIONS.birthDate, 7), asked(QUESTIONS.authorization, 1)],
    ...[asked(FAMILY_QUESTIONS.consent, 2, TRIO), asked(FAMILY_QUESTIONS.sample, 3, TRIO)],
    ...[answered(QUESTIONS.earlierReport, 1), answered(QUESTIONS.authorization, 3)],
    ...[released(QUESTIONS.secondaryFindings), released(QUESTIONS.phenotype)],
    ...[rejected(2, 0), rejected(10, 1, GENOME), rejected(1, 2, TRIO), stories.takenAgain],
    ...[late(1), late(2), late(4), late(9), late(2, GENOME), late(6, GENOME)],
    ...[stories.familyOnItsWay, stories.familyOnItsWay, unsent(1, TRIO), relatives, again],
    ...[unsent(1), unsent(9), lost('Fedex', 2), lost('USPS', 1), stories.together],
    ...[cancelling('en-route'), cancelling('in-process'), stories.revised],
    ...[reports.preliminary, reports.addended, reports.corrected, reports.reclassified],
    ...[reports.withdrawn, reports.doubtful],
  ],
  '1003': [
    ...[asked(QUESTIONS.earlierReport, 1), asked(QUESTIONS.phenotype, 6, GENOME)],
    ...[asked(QUESTIONS.secondaryFindings, 3), answered(QUESTIONS.birthDate, 1)],
    ...[released(QUESTIONS.authorization), rejected(3, 1), stories.takenAgain],
    ...[late(1), late(5), late(3, GENOME), stories.familyOnItsWay, relatives],
    ...[unsent(8), lost('Fedex', 1), stories.together, cancelling('en-route'), stories.revised],
  ],
  '1002': [asked(QUESTIONS.authorization, 2), late(2), lost('USPS', 1), stories.together],
  '1004': [asked(QUESTIONS.birthDate, 1), late(3), rejected(2, 3), stories.together, stories.revised],
  '1005': [released(QUESTIONS.phenotype), stories.together],
  '1006': [released(QUESTIONS.authorization), answered(QUESTIONS.birthDate, 2), stories.together],
  '1007': [asked(FAMILY_QUESTIONS.consent, 1, TRIO), stories.familyOnItsWay, unsent(6)],
  '1008': [asked(QUESTIONS.phenotype, 4), lost('Fedex', 1), stories.takenAgain],
})

const SEED = 20261123

/** The orders of the stories, at every institution where somebody orders. */
export function cast(
  providers: readonly Provider[],
  { now, world, numbers }: { now: Date; world: DemoWorld; numbers: Numbers },
): MadeOrder[] {
  return Object.entries(CAST).flatMap(([institution, told]) => {
    const random = seededRandom(SEED + Number(institution))
    const there = providers.filter((provider) => provider.institution === institution)
    return told.flatMap((story, index) => {
      // The demo's own sign-in has most of them.
      const provider = index % 4 === 3 ? random.one(there) : there[0]
      return provider ? story({ now, provider, world, random, numbers }) : []
    })
  })
}
