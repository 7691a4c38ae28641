import { fail } from '#contract/errors.ts'
import { familyDocument } from '#contract/family-document.ts'
import type { familyFilesRoutes } from '#contract/family-files.ts'
import type { ReplyOf, RequestOf, SentFile } from '#contract/route.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { withFindings } from '#domain/family/cascade/evaluations.ts'
import { checkFamily } from '#domain/family/checks.ts'
import type { FamilyDocument, MemberKey } from '#domain/family/document.ts'
import { FILE_ENDINGS } from '#domain/family/formats/format.ts'
import { leaving, type readFamilies, writeFamily } from '#domain/family/formats/formats.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, type Scope, withScope } from '#server/database/scope.ts'
import type { RunHeavy } from '#server/heavy/heavy-work.ts'
import { readFields } from '#server/http/validate.ts'
import { noteFamily } from '../audited.ts'
import { questionedFindings, storedCascade } from '../cascade/store.ts'
import { eventsOf, familyVariant, isInFamily } from '../cascade/view.ts'
import { findFamily, type StoredFamily } from '../store.ts'

export interface FamilyFilesDeps {
  connection: Connection
  /** Reads a file; lays the family out, for the numbers of its people. */
  heavy: RunHeavy
  now: () => Date
}

type Input<Name extends keyof typeof familyFilesRoutes> = RequestOf<(typeof familyFilesRoutes)[Name]>
type Reply<Name extends keyof typeof familyFilesRoutes> = ReplyOf<(typeof familyFilesRoutes)[Name]>

/** In all families of one file. */
const MOST_PEOPLE = 1_000

/** The families of a file as they could be started here. Refuses a file that is none, and what no family can hold. */
export async function readFamilyFile(
  { heavy }: Pick<FamilyFilesDeps, 'heavy'>,
  authority: Authority,
  { body: { text } }: Input<'read'>,
): Promise<Reply<'read'>> {
  const refuse = (path: string, rule: string, message: string) =>
    fail('invalid-fields', { errors: [{ path, rule, message }] })
  const read = await heavy<ReturnType<typeof readFamilies>>({
    ...{ module: FORMATS, name: 'readFamilies', input: text, who: authority.actor.subject },
  })
  if ('problem' in read) return refuse('/text', 'family-file', read.problem)
  const total = read.families.reduce((sum, { document }) => sum + (document?.people?.length ?? 0), 0)
  if (total > MOST_PEOPLE)
    return refuse('/text', 'most', `The file has ${total} people. At most ${MOST_PEOPLE} are read.`)
  const families = read.families.map(({ id, document, remarks }, index) => {
    const { data, errors } = readFields(familyDocument, document)
    if (!data)
      return fail('invalid-fields', {
        errors: errors.map((error) => ({ ...error, path: `/text/families/${index}${error.path}` })),
      })
    return { id, document: data, remarks, findings: checkFamily(data) }
  })
  return { format: read.format, families }
}

export function familyLosses({ connection, now }: FamilyFilesDeps) {
  return (authority: Authority, { params, query }: Input<'losses'>): Promise<Reply<'losses'>> =>
    withScope(connection, authority, async (scope) => {
      const family = (await findFamily(scope, params.hospital, params.id)) ?? fail('not-found')
      await noteFamily(scope, 'family.view', family)
      const { unnamed, lost } = leaving(
        await withItsFindings(scope, family),
        params.familyFormat,
        options(family, query, now(), {}),
      )
      return { unnamed, lost }
    })
}

/** The family as a file. The audit trail keeps the format and whether names left. */
export function familyFile({ connection, heavy, now }: FamilyFilesDeps) {
  return async (authority: Authority, { params, query }: Input<'download'>): Promise<SentFile> => {
    const { familyFormat: format } = params
    const family = await withScope(connection, authority, async (scope) => {
      const found = (await findFamily(scope, params.hospital, params.id)) ?? fail('not-found')
      await noteFamily(scope, 'family.export', found, { format, names: query.names ?? 'no' })
      return { ...found, document: await withItsFindings(scope, found) }
    })
    const numbers = await heavy<Record<MemberKey, string>>({
      ...{ module: NUMBERS, name: 'numbersOf', input: family.document, who: authority.actor.subject },
    })
    const asked = options(family, query, now(), numbers)
    const { written } = leaving(family.document, format, asked)
    return {
      content: Buffer.from(writeFamily(written, format, asked)),
      filename: `family-${family.id}-${format}.${FILE_ENDINGS[format]}`,
      mediaType: FILE_ENDINGS[format] === 'json' ? 'application/json' : 'text/plain',
    }
  }
}

/** With the findings and the relatives' results that this clinic may see, except those whose report is being checked. */
async function withItsFindings(scope: Scope, family: StoredFamily) {
  const [{ findings, steps }, questioned] = await Promise.all([
    storedCascade(scope, family),
    questionedFindings(scope, family),
  ])
  return withFindings(
    family.document,
    findings
      .filter((one) => !questioned.has(one.id) && isInFamily(family.document, one))
      .map((one) => ({ finding: familyVariant(one, steps), events: eventsOf(one, steps) })),
  )
}

/** Whatever somebody has made of a file, others are served while it is read. */
const FORMATS = import.meta.resolve('#domain/family/formats/formats.ts')
const NUMBERS = new URL('./numbers.ts', import.meta.url).href

/** The file’s id is the family’s number here: a name would tell whose it is. */
function options(
  { id, document }: StoredFamily,
  { names, condition }: Input<'download'>['query'],
  now: Date,
  numbers: Readonly<Record<MemberKey, string>>,
) {
  return {
    ...{ id: `family-${id}`, created: now.toISOString(), day: todayAtLaboratory(now) },
    // Whom a format adds has no place in the drawing.
    idOf: (key: MemberKey) => numbers[key] ?? key,
    condition: condition ?? firstCondition(document),
    withNames: names === 'yes',
  }
}

/** Of the proband, else the legend’s first. */
function firstCondition({ people, legend }: FamilyDocument): string {
  const proband = people.find(({ isProband }) => isProband)
  return proband?.conditions[0]?.entry ?? legend[0]?.key ?? ''
}
